import type { Clock } from '@vedette/proto/clock'
import { type CallContext, type Reading, SourceError } from '@vedette/proto/connector'
import { isState, type Part, type Scope, STATES } from '@vedette/proto/visibility'
import type { AnswerDraft } from '../redactor/index.ts'
import { type Folded, foldError } from './fold-error.ts'
import { watchSearch } from './hidden-search.ts'
import { holdsDenied } from './holds-denied.ts'
import type { Instance, ServedHere } from './instance.ts'

export type RunRequest = Readonly<{
  instance: Instance
  served: ServedHere
  arguments: Readonly<Record<string, unknown>>
  // The scopes that the last probe proved; a single one names parts that name none.
  scopes: readonly Scope[]
  budgetMs: number
  // Aborts when the caller goes away or the agent stops.
  signal: AbortSignal
  investigation?: string
  // Told before each request to the vendor.
  onVendorCall(): void
  // Tells the part of a text that may leave.
  visible?: CallContext['visible']
  // What policy takes out: the operation leaves it out, what it gives is checked, and the parts stand in the answer.
  narrowed?: Narrowed
}>

type Narrowed = Readonly<{
  without: Readonly<{ has(namespace: string): boolean }>
  parts: readonly Part[]
}>

export type RunResult =
  | Readonly<{ kind: 'answered'; draft: AnswerDraft }>
  | Extract<Folded, { kind: 'refused' }>

// Milliseconds that a connector gets after its signal to say in which phase it was.
const LAST_WORD_MS = 50

// Runs one operation to its end or its deadline; never rejects, and never waits for a connector that does not listen.
export async function runOperation(clock: Clock, request: RunRequest): Promise<RunResult> {
  const { served, instance } = request
  const started = clock.monotonic()
  const controller = new AbortController()
  const late = Promise.withResolvers<never>()
  const stop = () => {
    if (controller.signal.aborted) return
    const waited_ms = Math.round(clock.monotonic() - started)
    const error = new SourceError('timed_out', { waited_ms, phase: 'agent' })
    controller.abort(error)
    cancelLate = clock.after(LAST_WORD_MS, () => late.reject(error))
  }
  let cancelLate = () => {}
  const cancel = clock.after(request.budgetMs, stop)
  request.signal.addEventListener('abort', stop, { once: true })
  if (request.signal.aborted) stop()
  const search = watchSearch(request.visible, request.arguments)
  const facts = {
    clock,
    signal: controller.signal,
    deadline: clock.now() + request.budgetMs,
    vendorCall: request.onVendorCall,
    ...toExclusion(request.narrowed),
  }
  // Not spread: `visible` is told when it is taken.
  const context: CallContext = Object.assign(search.context, facts)
  try {
    const run = async () => served.run(instance.client(), request.arguments, context)
    const reading = await Promise.race([run(), late.promise])
    return { kind: 'answered', draft: toDraft({ ...reading, parts: search.doubt(reading.parts) }, request) }
  } catch (error) {
    const folded = foldError(
      controller.signal.aborted && !isTimeout(error) ? controller.signal.reason : error,
    )
    return folded.kind === 'refused' ? folded : { kind: 'answered', draft: toBlind(folded.parts, request) }
  } finally {
    cancel()
    cancelLate()
    request.signal.removeEventListener('abort', stop)
  }
}

function toExclusion(narrowed: Narrowed | undefined): Pick<CallContext, 'isNamespaceDenied'> {
  return narrowed === undefined ? {} : { isNamespaceDenied: (namespace) => narrowed.without.has(namespace) }
}

function isTimeout(error: unknown): boolean {
  return error instanceof SourceError && error.state === 'timed_out'
}

// Parts under their scope, and after them what policy takes out.
function toBlind(parts: readonly Part[], { scopes, investigation, narrowed }: RunRequest): AnswerDraft {
  return {
    parts: [...parts, ...(narrowed?.parts ?? [])].map((part) => nameScope(part, scopes)),
    ...(investigation === undefined ? {} : { investigation }),
  }
}

function nameScope(part: Part, scopes: readonly Scope[]): Part {
  const [only, ...others] = scopes
  return only === undefined || others.length > 0 ? part : { ...part, scope: { ...only, ...part.scope } }
}

// The reading, its value checked against the operation's output; what does not fit is `unusable`, not shown.
function toDraft(reading: Reading<unknown>, request: RunRequest): AnswerDraft {
  const { value, parts, ...extras } = reading
  if (parts.length === 0 || parts.some((part) => !isState(part.state)))
    return toBlind([{ scope: {}, state: 'unusable', why: 'internal' }], request)
  const blind = toBlind(parts, request)
  if (!parts.some((part) => STATES[part.state].class === 'read')) return { ...blind, ...extras }
  const parsed = request.served.operation.output.safeParse(value)
  if (!parsed.success) return toBlind([{ scope: {}, state: 'unusable', why: 'schema_mismatch' }], request)
  // A connector that gives what it was told to leave out is not believed in anything.
  if (request.narrowed !== undefined && holdsDenied({ value: parsed.data, parts }, request.narrowed.without))
    return toBlind([{ scope: {}, state: 'unusable', why: 'internal' }], request)
  return { ...blind, ...extras, value: parsed.data, operation: request.served.operation }
}
