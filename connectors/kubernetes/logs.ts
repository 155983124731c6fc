import { matchVisible, toRfc3339 } from '@vedette/connectors/kit'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import type { Part, Scope } from '@vedette/proto/visibility'
import { isAllowed, toForbidden, withRight } from './access.ts'
import type { KubernetesClient } from './client.ts'
import { isRefusal, REFUSALS } from './errors.ts'
import { RESOURCES, toPath } from './resources.ts'

export type Run = 'current' | 'previous'
export type LogLine = Readonly<{ at: string | null; message: string }>

// One log of one container, within a window in epoch milliseconds.
export type LogAsk = Readonly<{
  namespace: string
  pod: string
  container: string
  run: Run
  from: number
  to: number
  // Newest lines that are looked at.
  tail: number
  match?: string | undefined
  context: CallContext
}>

// Lines that match, and the part that says how they were come by.
export type LogSeen = Readonly<{ lines: readonly LogLine[]; part: Part }>

const MOST_BYTES = 4 * 1024 * 1024
const LEAST_TAIL = 50

// Reads one log. What the kubelet has no log for is `unproven`; any other failure is the part's word.
export async function readLog(client: KubernetesClient, scope: Scope, ask: LogAsk): Promise<LogSeen> {
  const { run, context } = ask
  const where = { ...scope, namespace: ask.namespace, pod: ask.pod, container: ask.container, run }
  const as_of = toRfc3339(context.clock.now())
  try {
    const { lines, cap } = await fetchLines(client, ask)
    const found = lines.filter(
      (line) => isWithin(line, ask) && matchVisible(context, line.message, ask.match),
    )
    const items = found.length
    if (cap !== undefined)
      return { lines: found, part: { scope: where, state: 'truncated', cap, at_least: items, as_of } }
    if (items > 0) return { lines: found, part: { scope: where, state: 'read', items, as_of } }
    return { lines: [], part: { scope: where, state: 'empty', items: 0, proof: 'enumerated', as_of } }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const why = findWhy(error, run)
    if (why !== undefined)
      return { lines: [], part: { scope: where, state: 'unproven', items: 0, why, as_of } }
    return { lines: [], part: { scope: where, state: error.state, ...error.carried } }
  }
}

function findWhy(error: SourceError, run: Run): string | undefined {
  if (isRefusal(error, REFUSALS.noObject)) return 'pod_gone'
  if (!isRefusal(error, REFUSALS.badRequest)) return undefined
  return run === 'previous' ? 'previous_log_gone' : 'container_not_started'
}

type Fetched = Readonly<{ lines: readonly LogLine[]; cap?: 'rows' | 'bytes' }>

// The server cuts a log at its end, which would lose the newest lines: one that is too large is asked shorter.
async function fetchLines(client: KubernetesClient, ask: LogAsk): Promise<Fetched> {
  await checkRight(client, ask)
  let tail = ask.tail
  for (let isCut = false; ; isCut = true) {
    const text = await fetchText(client, ask, tail)
    const lines = toLines(text)
    const isFull = Buffer.byteLength(text) >= MOST_BYTES
    if (isFull && tail > LEAST_TAIL) {
      tail = Math.max(LEAST_TAIL, Math.floor(tail / 8))
      continue
    }
    if (isFull || isCut) return { lines, cap: 'bytes' }
    return lines.length >= tail ? { lines, cap: 'rows' } : { lines }
  }
}

async function checkRight(client: KubernetesClient, { namespace, pod, context }: LogAsk): Promise<void> {
  const right = { verb: 'get', resource: RESOURCES.pods, subresource: 'log', namespace }
  if (await isAllowed(client, right, context)) return
  if (!(await isAllowed(client, { ...right, name: pod }, context))) throw toForbidden(right)
}

function fetchText(client: KubernetesClient, ask: LogAsk, tail: number): Promise<string> {
  const { namespace, pod, container, context } = ask
  const right = { verb: 'get', resource: RESOURCES.pods, subresource: 'log', namespace }
  const path = toPath(RESOURCES.pods, 'v1', { namespace, name: pod, sub: 'log' })
  const query = {
    container,
    previous: String(ask.run === 'previous'),
    timestamps: 'true',
    // The API counts whole seconds; what is earlier is left out again below.
    sinceTime: toRfc3339(Math.floor(ask.from / 1000) * 1000),
    tailLines: String(tail),
    limitBytes: String(MOST_BYTES),
  }
  return withRight(right, () => client.getText({ path, query, context }))
}

function toLines(text: string): readonly LogLine[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => {
    const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)) ?(.*)$/s.exec(line)
    return match === null ? { at: null, message: line } : { at: match[1] ?? null, message: match[2] ?? '' }
  })
}

// A line without a time cannot be shown to lie outside.
function isWithin(line: LogLine, { from, to }: LogAsk): boolean {
  const at = Date.parse(line.at ?? '')
  return Number.isNaN(at) || (at >= from && at <= to)
}
