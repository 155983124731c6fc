import { z } from 'zod'
import { filter } from '../fields.ts'
import { maybe } from '../values.ts'

// Ways to divide a bill that vendors share; `tag` needs the key.
export const COST_GROUPS = Object.freeze([
  'service',
  'account',
  'region',
  'usage_type',
  'resource',
  'tag',
  'none',
] as const)

// How to divide and narrow a bill.
export function costFilters() {
  return {
    group_by: z.enum(COST_GROUPS).default('service').describe('Divide by (default: service)'),
    tag_key: filter('Tag or label to divide by; needed when group_by is tag'),
    service: filter('Only this service, as the bill names it'),
    tag: filter('Only what carries this tag or label: key=value'),
    charge: z
      .enum(['usage', 'all'])
      .default('usage')
      .describe('usage (default) leaves out credits, refunds, taxes and one-time fees; all keeps them'),
  }
}

// Money in one currency; figures of two currencies are never added.
export const currency = z.string().describe('ISO 4217')

// From here on the bill may still grow; null: all of the period is final.
export const notFinalSince = maybe.time
