import { parseBoundedJson } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

const planSchema = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  Schema: z.string().optional(),
  'Index Name': z.string().optional(),
  'Total Cost': z.number().optional(),
  'Plan Rows': z.number().optional(),
  Plans: z.array(z.unknown()).optional(),
})
const answerSchema = z.tuple([z.looseObject({ Plan: planSchema })])

// Conditions of a step, most telling first.
const CONDITIONS = ['Index Cond', 'Hash Cond', 'Merge Cond', 'Join Filter', 'Recheck Cond', 'Filter'] as const

type PlanNode = Readonly<{
  depth: number
  kind: string
  object: string | null
  index: string | null
  cost: number | null
  rows_estimated: number | null
  rows_actual: null
  condition: string | null
}>

// The steps of EXPLAIN's JSON, from the top. Throws `unusable` when it is not such an answer.
export function parsePlan(rows: readonly (readonly (string | null)[])[]) {
  const text = rows[0]?.[0] ?? ''
  const answer = answerSchema.safeParse(parseBoundedJson(Buffer.from(text)))
  if (!answer.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
  const [{ Plan: top }] = answer.data
  const nodes = flatten(top, 0)
  const scans = nodes.filter((one) => one.kind === 'Seq Scan').flatMap((one) => one.object ?? [])
  return { total_cost: top['Total Cost'] ?? null, nodes, whole_scans: [...new Set(scans)] }
}

function flatten(raw: unknown, depth: number): PlanNode[] {
  const parsed = planSchema.safeParse(raw)
  if (!parsed.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
  const plan = parsed.data
  const condition = CONDITIONS.flatMap((key) => (typeof plan[key] === 'string' ? [plan[key]] : []))
  const node: PlanNode = {
    depth,
    kind: plan['Node Type'],
    object: plan['Relation Name'] ?? null,
    index: plan['Index Name'] ?? null,
    cost: plan['Total Cost'] ?? null,
    rows_estimated: plan['Plan Rows'] ?? null,
    rows_actual: null,
    condition: condition.length === 0 ? null : condition.join(' and '),
  }
  return [node, ...(plan.Plans ?? []).flatMap((one) => flatten(one, depth + 1))]
}
