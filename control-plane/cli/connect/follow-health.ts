import { type Clock, sleep } from '@vedette/proto/clock'
import type { FleetPage } from '../../src/http/api-types.ts'
import type { ApiClient } from '../client.ts'
import { toFix } from '../doctor/check-fleet.ts'
import { toPlain } from '../output/table.ts'

const WAIT_MS = 25_000
const RETRY_MS = 500

type State = FleetPage['agents'][number]['connectors'][number]

// What came of a connector that was just added: one line an instance, from the first probe after `since` (epoch
// milliseconds). Null when none was heard of within 25 s.
export async function followHealth(
  api: ApiClient,
  what: Readonly<{ name: string; connector: string; since: number }>,
  { clock, signal }: Readonly<{ clock: Clock; signal: AbortSignal }>,
): Promise<readonly string[] | null> {
  const until = clock.monotonic() + WAIT_MS
  while (clock.monotonic() < until) {
    const page = await api.get<FleetPage>('/api/v1/fleet').catch(() => null)
    const found = (page?.agents ?? [])
      .filter(({ status }) => status === 'connected')
      .flatMap((agent) => agent.connectors)
      .filter((one) => isMeant(one, what))
    if (found.length > 0) return found.map(toLine)
    await sleep(clock, RETRY_MS, signal)
  }
  return null
}

function isMeant(state: State, what: Readonly<{ name: string; connector: string; since: number }>): boolean {
  if (state.connector !== what.connector || state.reason === 'not_requested') return false
  if (state.instance !== what.name && !state.instance.startsWith(`${what.name}-`)) return false
  // What lacks its secret is never probed: then the moment of that word counts.
  const at = state.health === 'not_configured' ? state.since : state.checked_at
  return Date.parse(at ?? '') >= what.since
}

function toLine({ instance, health, code, reason, operations }: State): string {
  const why = code ?? reason
  const fix =
    health === 'up' ? undefined : toFix(code ?? (reason?.startsWith('secret') ? 'unauthorized' : undefined))
  const serves =
    health === 'up' || health === 'unchecked' ? `, and serves ${operations.length} operations` : ''
  return `${toPlain(instance)} is ${health}${why === undefined ? '' : `: ${toPlain(why)}`}${serves}${fix === undefined ? '' : `\n  ${fix}`}`
}
