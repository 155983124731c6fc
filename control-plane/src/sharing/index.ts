export { type Buckets, createBuckets } from './buckets.ts'
export { createReadings, type ReadingFacts, type Readings } from './readings.ts'
