import type { CallContext } from '@vedette/proto/connector'
import { ArgumentError } from '@vedette/proto/connector'

const PERIODS = Object.freeze([
  [3600, 'PERIOD_1_HOUR'],
  [21_600, 'PERIOD_6_HOURS'],
  [86_400, 'PERIOD_1_DAY'],
  [604_800, 'PERIOD_1_WEEK'],
  [2_592_000, 'PERIOD_30_DAYS'],
] as const)

// The shortest period of Error Reporting, all of which end now, that holds a window. Throws `invalid_argument` for a
// window that begins more than thirty days ago.
export function toPeriod(from: string, { clock }: Pick<CallContext, 'clock'>): string {
  const seconds = (clock.now() - Date.parse(from)) / 1000
  const found = PERIODS.find(([longest]) => seconds <= longest)
  if (found !== undefined) return found[1]
  throw new ArgumentError({
    field: 'from',
    message: 'errors are kept for thirty days',
    fix: 'begin the window within the last thirty days',
  })
}

// Refuses what Error Reporting has no counterpart of. Throws `invalid_argument`, `wrong_dialect` for a raw query.
export function checkErrorFilters(
  given: Readonly<Record<'query' | 'environment', string | undefined>>,
): void {
  if (given.query !== undefined)
    throw new ArgumentError({
      code: 'wrong_dialect',
      field: 'query',
      message: 'Error Reporting has no query language',
      fix: 'use the filters',
    })
  if (given.environment !== undefined)
    throw new ArgumentError({
      field: 'environment',
      message: 'errors here have no environment',
      fix: 'leave environment out and choose the account',
    })
}
