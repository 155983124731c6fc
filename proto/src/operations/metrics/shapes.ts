import { z } from 'zod'

// Labels, tags or dimensions of one series: names to values, as the backend spells them.
export const labelSet = z.record(z.string(), z.string())

// A sample's value: a number, or the word of a float that JSON cannot carry.
export const sampleValue = z.union([z.number(), z.enum(['NaN', '+Inf', '-Inf'])])

// One point: epoch milliseconds and a value; null is a step at which nothing was recorded.
export const point = z.tuple([z.number(), sampleValue.nullable()])

// One series over time, oldest point first. `histogram_points` is [epoch ms, count, sum] of native histograms.
export const timeSeries = z.object({
  labels: labelSet,
  points: z.array(point),
  histogram_points: z.array(z.tuple([z.number(), sampleValue, sampleValue])).optional(),
})

const MATCH_OPERATORS = ['=', '!=', '=~', '!~'] as const

// Conditions on labels; all of them must hold. Regular expressions match the whole value.
export function labelMatch() {
  return z
    .array(
      z.strictObject({
        label: z.string().min(1).max(256),
        op: z.enum(MATCH_OPERATORS).default('='),
        value: z.string().max(2048),
      }),
    )
    .max(20)
    .default([])
    .describe('Label conditions, all of which must hold: { label, op: = != =~ !~, value }')
}

// A raw query in the backend's own language.
export function rawExpression() {
  return z
    .string()
    .min(1)
    .max(8192)
    .describe("Query in the backend's own language (PromQL, Datadog query ...)")
}

// A metric's name.
export function metricName() {
  return z.string().min(1).max(512).describe('Metric name, exact')
}

// Labels to group by.
export function groupBy() {
  return z.array(z.string().min(1).max(256)).max(5).default([]).describe('Labels to keep apart (at most 5)')
}

// Seconds between points; absent, the window is cut into about 60 steps.
export function stepSeconds() {
  return z.int().min(1).max(86_400).optional().describe('Seconds between points (default: window / 60)')
}
