import { toRfc3339, withDeadline } from '@vedette/connectors/kit'
import { type CallContext, type Reading, type Served, serve } from '@vedette/proto/connector'
import type { OperationDefinition } from '@vedette/proto/operations'
import type { Scope } from '@vedette/proto/visibility'
import type { z } from 'zod'
import type { HostClient } from '../client.ts'

export type LocalCall<Input> = Readonly<{
  client: HostClient
  input: Input
  context: CallContext
  // Aborts at the deadline or when the caller goes away.
  signal: AbortSignal
  scope: Scope
  as_of: string
}>

// Serves an operation on the machine itself: proves the scope first, and ends at the deadline.
export function serveLocal<I extends z.ZodObject, O extends z.ZodObject>(
  operation: OperationDefinition<I, O>,
  run: (call: LocalCall<z.output<I>>) => Promise<Reading<z.input<O>>>,
): Served<HostClient> {
  return serve(operation, (client: HostClient, input, context) =>
    withDeadline(context, async (signal, enter) => {
      enter('first_byte')
      const scope = await client.scope()
      return run({ client, input, context, signal, scope, as_of: toRfc3339(context.clock.now()) })
    }),
  )
}
