import { type CallContext, SourceError } from '@vedette/proto/connector'
import type { Phase } from '@vedette/proto/visibility'

export type DeadlineRun<T> = (signal: AbortSignal, enter: (phase: Phase) => void) => Promise<T>

// Runs until the call's deadline or its signal, whichever is first, then rejects with `timed_out`, the
// milliseconds waited and the phase last entered. `run` must let go of its sockets and files when `signal` aborts.
export async function withDeadline<T>(context: CallContext, run: DeadlineRun<T>): Promise<T> {
  const { clock } = context
  const started = clock.monotonic()
  const controller = new AbortController()
  let phase: Phase = 'connect'
  const expired = Promise.withResolvers<never>()
  const expire = () => {
    const error = new SourceError('timed_out', { waited_ms: Math.round(clock.monotonic() - started), phase })
    expired.reject(error)
    controller.abort(error)
  }
  if (context.signal.aborted || clock.now() >= context.deadline) {
    throw new SourceError('timed_out', { waited_ms: 0, phase })
  }
  const cancel = clock.after(context.deadline - clock.now(), expire)
  context.signal.addEventListener('abort', expire, { once: true })
  try {
    return await Promise.race([
      expired.promise,
      run(controller.signal, (next) => {
        phase = next
      }),
    ])
  } finally {
    cancel()
    context.signal.removeEventListener('abort', expire)
  }
}
