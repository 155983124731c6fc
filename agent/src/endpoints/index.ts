export type { EndpointFacts, Endpoints } from './endpoints.ts'
export { startEndpoints } from './endpoints.ts'
