import { create } from '@bufbuild/protobuf'
import type { Client } from '@grpc/grpc-js'
import type { Clock } from '@vedette/proto/clock'
import { ArgumentError, SourceError } from '@vedette/proto/connector'
import type { OperationDefinition } from '@vedette/proto/operations'
import { isReadClass } from '@vedette/proto/visibility'
import { streamRun } from '../calls.ts'
import { RunRequestSchema, type RunResponse } from '../connector-pb.ts'
import { readRun } from '../read-run.ts'
import { toSourceError } from '../to-source-error.ts'

export type Verdict = Readonly<{ outcome: 'passed' | 'failed' | 'skipped'; detail: string }>

// What a run of the suite asks with.
export type Stand = Readonly<{ client: Client; clock: Clock; configJson: Uint8Array }>

type Asked = Readonly<{ operation: string; contract: number; input: unknown; signal?: AbortSignal }>

// Milliseconds that one call may take.
const CALL_MS = 10_000
const PROOFS = ['enumerated', 'existence_checked']

const passed: Verdict = Object.freeze({ outcome: 'passed', detail: '' })
const failed = (detail: string): Verdict => ({ outcome: 'failed', detail })

// The output must match the schema, and zero items must not be called empty without proof.
export async function checkOutput(
  stand: Stand,
  operation: OperationDefinition,
  input: unknown,
): Promise<Verdict> {
  const faults: string[] = []
  const asked = { operation: operation.id, contract: operation.contract, input: operation.input.parse(input) }
  const outcome = await settle(stand, watchWords(ask(stand, asked), faults))
  if (faults[0] !== undefined) return failed(faults[0])
  if (outcome instanceof ArgumentError)
    return {
      outcome: 'skipped',
      detail: 'the arguments were refused, so no output was seen; give some with --arguments',
    }
  if (outcome instanceof SourceError) {
    const why = outcome.carried.why === undefined ? '' : ` (${outcome.carried.why})`
    if (outcome.state === 'unusable') return failed(`what it sent is unusable${why}`)
    if (outcome.state === 'timed_out') return failed(`it did not end within ${CALL_MS / 1000} s`)
    return { outcome: 'skipped', detail: `it answered ${outcome.state}${why}, so no output was seen` }
  }
  const broken = outcome.parts.find((part) => part.state === 'unusable')
  if (broken !== undefined) return failed(`a part is unusable (${broken.why ?? 'malformed'})`)
  if (!outcome.parts.some((part) => isReadClass(part.state)))
    return { outcome: 'skipped', detail: `it answered ${outcome.parts[0]?.state}, so no output was seen` }
  const parsed = operation.output.safeParse(outcome.value)
  if (parsed.success) return passed
  const path = parsed.error.issues[0]?.path.map(String).join('.') ?? ''
  return failed(`the value does not fit the output of ${operation.id}${path === '' ? '' : ` at ${path}`}`)
}

// An argument that no operation has must be refused, not ignored.
export async function checkRefusal(stand: Stand, { id, contract }: OperationDefinition): Promise<Verdict> {
  const outcome = await settle(stand, ask(stand, { operation: id, contract, input: { surprise_key: 1 } }))
  if (outcome instanceof ArgumentError) return passed
  return failed('an argument that the operation has not got was not refused; send a refusal')
}

// An operation that nobody knows must be refused.
export async function checkUnknown(stand: Stand): Promise<Verdict> {
  const outcome = await settle(
    stand,
    ask(stand, { operation: 'conformance.unknown.get', contract: 1, input: {} }),
  )
  if (outcome instanceof SourceError && outcome.state === 'not_served') return passed
  return failed(
    'an operation that it does not serve must end with the status UNIMPLEMENTED or a failure not_served',
  )
}

// Calls whose caller goes away; whether they were heard shows in what follows.
export async function leaveCalls(
  stand: Stand,
  operation: OperationDefinition,
  input: unknown,
): Promise<void> {
  const leave = async () => {
    const gone = new AbortController()
    const { id, contract } = operation
    const call = settle(stand, ask(stand, { operation: id, contract, input, signal: gone.signal }))
    setImmediate(() => gone.abort())
    await call
  }
  await Promise.all(Array.from({ length: 20 }, leave))
}

function ask({ client, clock, configJson }: Stand, asked: Asked): AsyncIterable<RunResponse> {
  const { operation, contract, input, signal = new AbortController().signal } = asked
  const argumentsJson = Buffer.from(JSON.stringify(input))
  const request = create(RunRequestSchema, { operation, contract, argumentsJson, configJson })
  return streamRun(client, request, { signal, deadline: clock.now() + CALL_MS })
}

// As the agent would take it, but for what only a run of the suite can judge.
async function settle({ clock }: Stand, frames: AsyncIterable<RunResponse>) {
  const started = clock.monotonic()
  const waitedMs = () => Math.round(clock.monotonic() - started)
  const facts = () => ({
    instance: 'plugin',
    proved: [],
    expect: null,
    now: clock.now(),
    waitedMs: waitedMs(),
  })
  try {
    return await readRun(frames, { facts, onAsked: () => {} })
  } catch (error) {
    if (error instanceof SourceError || error instanceof ArgumentError) return error
    return toSourceError(error, { instance: 'plugin', waitedMs: waitedMs() })
  }
}

async function* watchWords(frames: AsyncIterable<RunResponse>, faults: string[]): AsyncIterable<RunResponse> {
  for await (const one of frames) {
    if (one.frame.case === 'reading')
      for (const { state, items, proof } of one.frame.value.parts) {
        if (state === 'empty' && !PROOFS.includes(proof))
          faults.push(
            'it calls zero items empty without a proof; say unproven, or enumerated when all was listed',
          )
        if (state === 'read' && items === 0n)
          faults.push('it calls zero items read; say empty with a proof, or unproven')
      }
    yield one
  }
}
