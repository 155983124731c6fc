import { checkWithin } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { DatadogClient } from './client.ts'
import { listOf, readList } from './pages.ts'
import { bag, number, text, texts, toMs } from './values.ts'

const test = z.object({
  public_id: z.string(),
  name: text,
  type: text,
  subtype: text,
  status: text,
  tags: texts,
  locations: texts,
  config: z.object({ request: bag.nullish() }).nullish(),
  options: z.object({ tick_every: number }).nullish(),
})
export type SyntheticTest = z.output<typeof test>
const tests = z.object({ tests: listOf(test) })

// Every synthetic test, without how it stands: Datadog tells that with its results.
export async function readTests(client: DatadogClient, context: CallContext) {
  const { answers, paged } = await readList(client, {
    path: ['v1', 'synthetics', 'tests'],
    page: { size: 'page_size', place: 'page_number', by: 'page', rows: 100 },
    schema: tests,
    rowsOf: (answer) => answer.tests,
    needs: 'synthetics_read',
    context,
  })
  return { tests: answers.flatMap((answer) => answer.tests), paged }
}

const result = z.object({
  result_id: text,
  check_time: number,
  probe_dc: text,
  status: number,
  result: z
    .object({ passed: z.boolean().nullish(), timings: bag.nullish(), duration: number, errorCount: number })
    .nullish(),
})
export type SyntheticResult = z.output<typeof result>

// The newest results of a test, at most 150 as Datadog gives them, narrowed to a window where one is given.
export async function readResults(
  client: DatadogClient,
  one: Pick<SyntheticTest, 'public_id' | 'type'>,
  over: Readonly<{ context: CallContext; from?: number; to?: number; location?: string | undefined }>,
): Promise<readonly SyntheticResult[]> {
  const { context, from, to, location } = over
  const browser = one.type === 'browser' ? ['browser'] : []
  const { results } = await client.ask({
    path: ['v1', 'synthetics', 'tests', ...browser, one.public_id, 'results'],
    query: {
      ...(from === undefined ? {} : { from_ts: String(from) }),
      ...(to === undefined ? {} : { to_ts: String(to) }),
      ...(location === undefined ? {} : { probe_dc: location }),
    },
    schema: z.object({ results: listOf(result) }),
    needs: 'synthetics_read',
    context,
  })
  // What Datadog was asked to leave out is left out here too, and runs of another time are another answer.
  if (from !== undefined && to !== undefined)
    checkWithin(
      results.flatMap((run) => toMs(run.check_time) ?? []),
      { from, to },
    )
  return results.filter((run) => location === undefined || run.probe_dc === location)
}

// What a run came to: it passed only where Datadog says so and its state agrees.
export function toOutcome({
  status,
  result: told,
}: SyntheticResult): 'passed' | 'failed' | 'not_run' | 'unknown' {
  if (status === 1 || told?.passed === false || (told?.errorCount ?? 0) > 0) return 'failed'
  if (status === 2) return 'not_run'
  return status === 0 ? 'passed' : 'unknown'
}

const KINDS = Object.freeze({
  http: 'http',
  ssl: 'ssl',
  tcp: 'tcp',
  dns: 'dns',
  icmp: 'icmp',
  grpc: 'grpc',
  multi: 'multistep',
} as const)

// The kind of a test.
export function toKind({ type, subtype }: SyntheticTest) {
  if (type === 'browser') return 'browser' as const
  const word = subtype ?? ''
  return Object.hasOwn(KINDS, word) ? KINDS[word as keyof typeof KINDS] : ('unknown' as const) // just checked
}

// How a test stands by the newest run of each place: failing if any place fails, passing only if the newest run of all
// is recent and passed.
export function judge(one: SyntheticTest, results: readonly SyntheticResult[], now: number) {
  // A test runs every `tick_every` seconds; what missed three turns, and at least ten minutes, has not run lately.
  const lateMs = Math.max(600_000, 3000 * (one.options?.tick_every ?? 3600))
  const byPlace = [...Map.groupBy(results, ({ probe_dc }) => probe_dc ?? '')].map(([place, some]) => {
    const newest = some.toSorted((a, b) => (toMs(b.check_time) ?? 0) - (toMs(a.check_time) ?? 0))[0]
    const at = toMs(newest?.check_time) ?? 0
    const late = at === 0 || Math.abs(now - at) > lateMs
    return { place, at, late, outcome: newest === undefined ? 'unknown' : toOutcome(newest) }
  })
  const newest = Math.max(0, ...byPlace.map(({ at }) => at))
  const failing = byPlace.filter(({ outcome }) => outcome === 'failed').map(({ place }) => place)
  const state = byPlace.every(({ late }) => late)
    ? 'no_data'
    : failing.length > 0
      ? 'failing'
      : byPlace.every(({ outcome, late }) => outcome === 'passed' && !late)
        ? 'passing'
        : 'unknown'
  return { state, failing, newest: newest === 0 ? null : newest } as const
}
