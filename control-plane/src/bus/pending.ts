import { CHUNK_BYTES, CHUNK_CREDIT, type Reply } from '@vedette/proto/wire'
import type { Admission } from './admission.ts'
import { type Assembly, createAssembly } from './assembly.ts'
import { lost, readHeader, toAnswered } from './reply.ts'
import type { CallRequest, CallResult } from './types.ts'

type Answered = Extract<Reply, { outcome: 'answered' }>

export type PendingOptions = Readonly<{
  request: CallRequest
  call: string
  admission: Admission
  // Grants credit up to this chunk.
  acknowledge(chunk: number): void
  settle(result: CallResult): void
}>

// One call under way, from its first chunk to its end.
export type Pending = Readonly<{
  request: CallRequest
  take(chunk: number, bytes: Uint8Array): void
  phase(): 'agent' | 'body'
  // Gives back what it holds of the admission; called once, when the call has ended.
  release(): void
}>

// Follows the reply of one call: header first, then its body within the admission, credit only for what has room.
export function createPending(options: PendingOptions): Pending {
  const { request, call, admission, acknowledge, settle } = options
  let header: Answered | null = null
  let assembly: Assembly | null = null
  let acknowledged = 0
  let held = 0
  let granted = true
  let line: Readonly<{ cancel(): void }> | null = null

  function begin(bytes: Uint8Array): void {
    const read = readHeader(bytes, request, call)
    if (read.kind === 'end') settle(read.result)
    else if (admit(read.header.body_bytes)) {
      header = read.header
      assembly = createAssembly(header, () => acknowledged)
    } else settle(lost({ state: 'throttled', by: 'us', retry_after_ms: 1_000 }))
  }

  function admit(bytes: number): boolean {
    const window = Math.min(bytes, CHUNK_CREDIT * CHUNK_BYTES)
    if (admission.tryTake(bytes)) {
      held = bytes
      return true
    }
    if (window === bytes) return false
    line = admission.wait(window, bytes - window, () => {
      held = bytes
      granted = true
      grantCredit()
    })
    granted = false
    if (line !== null) held = window
    return line !== null
  }

  function grantCredit(): void {
    if (assembly === null || header === null || !granted) return
    const upTo = assembly.contiguous()
    // A body that fits into the first credit needs no word from us, and neither does the last chunk.
    if (header.chunks <= CHUNK_CREDIT || upTo <= acknowledged || upTo >= header.chunks) return
    acknowledged = upTo
    acknowledge(upTo)
  }

  function body(chunk: number, bytes: Uint8Array): void {
    const state = assembly === null ? 'malformed' : assembly.add(chunk, bytes)
    if (assembly === null || header === null || state === 'malformed')
      settle(lost({ state: 'unusable', why: 'malformed' }))
    else if (state === 'more') grantCredit()
    else settle(finish(header, assembly))
  }

  return Object.freeze({
    request,
    take(chunk: number, bytes: Uint8Array) {
      if (chunk > 0) body(chunk, bytes)
      else if (header === null) begin(bytes)
    },
    phase: () => (header === null ? 'agent' : 'body'),
    release() {
      line?.cancel()
      if (held > 0) admission.release(held)
      held = 0
    },
  })
}

function finish(header: Answered, assembly: Assembly): CallResult {
  try {
    return toAnswered(header, assembly.finish())
  } catch {
    return lost({ state: 'unusable', why: 'unparseable' })
  }
}
