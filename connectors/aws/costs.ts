import { ArgumentError, SourceError } from '@vedette/proto/connector'
import type { Input, Output } from './client.ts'
import type { Reader } from './connect.ts'
import { need, toNumber } from './values.ts'

export type CostFilters = Readonly<{
  group_by: 'service' | 'account' | 'region' | 'usage_type' | 'resource' | 'tag' | 'none'
  tag_key?: string | undefined
  service?: string | undefined
  tag?: string | undefined
  charge: 'usage' | 'all'
}>

export type CostAsk = Readonly<{
  filters: CostFilters
  // Dates, the end not included.
  from: string
  to: string
  granularity: 'DAILY' | 'MONTHLY'
  metric: 'AmortizedCost' | 'UnblendedCost'
}>

export type CostCell = Readonly<{ from: string; group: string | null; amount: number }>
export type Costs = Readonly<{ cells: readonly CostCell[]; currency: string; estimatedFrom: string | null }>

type Expression = NonNullable<Input<'cost', 'getCostAndUsage'>['Filter']>
type Period = NonNullable<Output<'cost', 'getCostAndUsage'>['ResultsByTime']>[number]

const DIMENSIONS = Object.freeze({
  service: 'SERVICE',
  account: 'LINKED_ACCOUNT',
  region: 'REGION',
  usage_type: 'USAGE_TYPE',
} as const)
// Lines of a bill that are no usage.
const NO_USAGE = [
  'Credit',
  'Refund',
  'Tax',
  'Upfront',
  'Recurring',
  'Support',
  'Other',
  'Fee',
  'Enterprise Discount Program Discount',
  'Private Rate Card Discount',
]
const PAGES = 20

// Reads the bill of a period to its end, every page. Each page costs money. Figures in several currencies are refused.
export async function readCosts(reader: Reader, ask: CostAsk): Promise<Costs> {
  const periods: Period[] = []
  let NextPageToken: string | undefined
  for (let page = 0; page < PAGES; page++) {
    const said = await reader.call('cost', 'getCostAndUsage', {
      TimePeriod: { Start: ask.from, End: ask.to },
      Granularity: ask.granularity,
      Metrics: [ask.metric],
      ...toGroups(ask.filters),
      ...toFilter(ask.filters),
      ...(NextPageToken === undefined ? {} : { NextPageToken }),
    })
    periods.push(...need(said.ResultsByTime))
    NextPageToken = said.NextPageToken
    if (NextPageToken === undefined) return toCosts(periods, ask)
  }
  throw new SourceError('unusable', { why: 'too_large' })
}

function toGroups({ group_by, tag_key }: CostFilters) {
  if (group_by === 'none') return {}
  if (group_by === 'resource')
    throw new ArgumentError({
      field: 'group_by',
      message: 'the bill of AWS is not divided by resource here',
      fix: 'group by usage_type or by a tag',
    })
  if (group_by !== 'tag') return { GroupBy: [{ Type: 'DIMENSION' as const, Key: DIMENSIONS[group_by] }] }
  if (tag_key === undefined)
    throw new ArgumentError({
      field: 'tag_key',
      message: 'group_by tag needs tag_key',
      fix: 'name a cost allocation tag',
    })
  return { GroupBy: [{ Type: 'TAG' as const, Key: tag_key }] }
}

function toFilter({ service, tag, charge }: CostFilters): { Filter?: Expression } {
  const all: Expression[] = []
  if (service !== undefined) all.push({ Dimensions: { Key: 'SERVICE', Values: [service] } })
  if (tag !== undefined) {
    const [key = '', ...value] = tag.split('=')
    all.push({ Tags: { Key: key, Values: [value.join('=')] } })
  }
  if (charge === 'usage') all.push({ Not: { Dimensions: { Key: 'RECORD_TYPE', Values: NO_USAGE } } })
  const [only, ...others] = all
  if (only === undefined) return {}
  return { Filter: others.length === 0 ? only : { And: all } }
}

function toCosts(periods: readonly Period[], { metric }: CostAsk): Costs {
  const currencies = new Set<string>()
  const cells = periods.flatMap((period): CostCell[] => {
    const from = need(period.TimePeriod?.Start)
    const amountOf = (figures: Period['Total']): number => {
      const figure = figures?.[metric]
      if (figure?.Unit !== undefined) currencies.add(figure.Unit)
      const amount = toNumber(figure?.Amount)
      return need(amount)
    }
    if (period.Groups === undefined || period.Groups.length === 0)
      return period.Total?.[metric] === undefined
        ? []
        : [{ from, group: null, amount: amountOf(period.Total) }]
    return period.Groups.map((one) => ({
      from,
      group: toGroupName(one.Keys?.[0]),
      amount: amountOf(one.Metrics),
    }))
  })
  if (currencies.size > 1) throw new SourceError('unusable', { why: 'unexpected_kind' })
  const estimated = periods.filter((one) => one.Estimated === true).map((one) => need(one.TimePeriod?.Start))
  return { cells, currency: [...currencies][0] ?? 'USD', estimatedFrom: estimated.sort()[0] ?? null }
}

// Cost Explorer writes a tag as `key$value`, with nothing after it where there is no tag.
function toGroupName(key: string | undefined): string | null {
  const name = key?.replace(/^[^$]*\$/, '') ?? ''
  return name === '' ? null : name
}

// Sums by group, largest first.
export function sumByGroup(
  cells: readonly CostCell[],
): readonly Readonly<{ group: string | null; amount: number; cells: readonly CostCell[] }>[] {
  return [...Map.groupBy(cells, (one) => one.group)]
    .map(([group, own]) => ({ group, amount: own.reduce((sum, one) => sum + one.amount, 0), cells: own }))
    .sort((a, b) => b.amount - a.amount)
}

// Whole days that hold a window: dates, the end not included.
export function toDays(from: string, to: string): Readonly<{ from: string; to: string }> {
  const end = Date.parse(to)
  const last = new Date(end % 86_400_000 === 0 ? end : end + 86_400_000)
  return { from: from.slice(0, 10), to: last.toISOString().slice(0, 10) }
}
