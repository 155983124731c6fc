import type { Client, MethodDefinition, ServiceError } from '@grpc/grpc-js'
import type { CallContext } from '@vedette/proto/connector'
import type { RunRequest, RunResponse } from './connector-pb.ts'
import { CONNECTOR_METHODS } from './service.ts'

type Bounds = Pick<CallContext, 'signal' | 'deadline'>
type Unary<I extends object, O extends object> = MethodDefinition<I, O>

// Asks once and resolves to the answer; cancelled with the signal, rejects with what the library says.
export function askOnce<I extends object, O extends object>(
  client: Client,
  method: Unary<I, O>,
  request: I,
  { signal, deadline }: Bounds,
): Promise<O> {
  const { promise, resolve, reject } = Promise.withResolvers<O>()
  const { path, requestSerialize, responseDeserialize } = method
  const end = (error: ServiceError | null, answer?: O) =>
    answer === undefined ? reject(error) : resolve(answer)
  const call = client.makeUnaryRequest(
    path,
    requestSerialize,
    responseDeserialize,
    request,
    { deadline },
    end,
  )
  const cancel = () => call.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  return promise.finally(() => signal.removeEventListener('abort', cancel))
}

// The frames of one call as they come; cancelled with the signal and when nobody reads on.
export async function* streamRun(
  client: Client,
  request: RunRequest,
  { signal, deadline }: Bounds,
): AsyncIterable<RunResponse> {
  const { path, requestSerialize, responseDeserialize } = CONNECTOR_METHODS.run
  const call = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request, {
    deadline,
  })
  // What is cancelled ends with an error of its own that nobody waits for.
  call.on('error', () => {})
  const cancel = () => call.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  try {
    yield* call
  } finally {
    signal.removeEventListener('abort', cancel)
    call.cancel()
  }
}
