import { COMPOSITES, createCompositeTool } from '@vedette/control-plane/composites'
import { principal, toolContext } from '../../control-plane/testing/fakes.ts'
import { createWorld } from '../../control-plane/testing/world.ts'
import type { Incident } from './incident.ts'

type Row = Readonly<Record<string, unknown>>

/** What came of one incident. */
export type Scored = Readonly<{
  incident: Incident
  /** Rank of the true cause; null where there is none, 0 where it is not among the suspects. */
  rank: number | null
  likely: readonly string[]
  isWrongLikely: boolean
  verdict: string | null
  /** `no_change_found` although a declared source of changes was not read. */
  isBlindClaim: boolean
  isPartial: boolean
  characters: number
  sources_bytes: number
  shown: readonly Row[]
}>

/** Asks the incident's composite of its recorded world, and compares the suspects with the label. */
export async function scoreIncident(incident: Incident): Promise<Scored> {
  const composite = COMPOSITES.find((one) => one.id === incident.tool)
  if (composite === undefined) throw new TypeError(`${incident.tool} is no composite`)
  const tool = createCompositeTool(composite, createWorld(incident.world))
  const result = await tool.run(incident.args, toolContext({ principal: principal() }))
  if (result.kind === 'error') throw new TypeError(`${incident.id}: ${result.error.message}`)
  const answer = JSON.parse(result.text) as Row
  const shown = rowsOf(answer['suspects'] ?? answer['changes'])
  const { cause, unread } = incident.label
  const place = cause === null ? -1 : shown.findIndex((row) => isCause(row, cause))
  const likely = shown.filter((row) => row['call'] === 'likely')
  const verdict = (answer['verdict'] as Row | undefined)?.['code'] ?? null
  return {
    incident,
    rank: cause === null ? null : place + 1,
    likely: likely.map((row) => String(row['what'])),
    isWrongLikely: likely.some((row) => cause === null || !isCause(row, cause)),
    verdict: verdict === null ? null : String(verdict),
    isBlindClaim: verdict === 'no_change_found' && unread.length > 0,
    isPartial: answer['visibility'] !== 'full',
    characters: result.text.length,
    sources_bytes: Buffer.byteLength(JSON.stringify(answer['_sources'])),
    shown,
  }
}

function isCause(row: Row, cause: NonNullable<Incident['label']['cause']>): boolean {
  const isKind = cause.kinds.some((kind) => kind === row['kind'])
  return isKind && Math.abs(Date.parse(String(row['at'])) - Date.parse(cause.at)) <= cause.within_s * 1000
}

function rowsOf(value: unknown): readonly Row[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return []
  const { cols, rows } = value as Readonly<{ cols: readonly string[]; rows: readonly (readonly unknown[])[] }> // lists stand so
  return rows.map((row) => Object.fromEntries(cols.map((col, at) => [col, row[at]])))
}

/** The figures of a set of incidents. */
export type Figures = Readonly<{
  incidents: number
  with_cause: number
  cause_in_three: number
  wrong_likely: number
  blind_claims: number
}>

export function toFigures(all: readonly Scored[]): Figures {
  const caused = all.filter((one) => one.rank !== null)
  return {
    incidents: all.length,
    with_cause: caused.length,
    cause_in_three:
      caused.filter(({ rank }) => rank !== null && rank >= 1 && rank <= 3).length /
      Math.max(1, caused.length),
    wrong_likely: all.filter((one) => one.isWrongLikely).length / Math.max(1, all.length),
    blind_claims: all.filter((one) => one.isBlindClaim).length,
  }
}

/** A third that no weight was ever tuned on. */
export function isHeldOut({ id }: Incident): boolean {
  return Math.floor(Number(id.slice(1)) / 3) % 3 === 0
}
