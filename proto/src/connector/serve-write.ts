import type { z } from 'zod'
import type { OperationDefinition } from '../operations/define.ts'
import { isWriteTier } from '../policy/index.ts'
import type { CallContext, Served } from './define.ts'
import type { Reading } from './reading.ts'

// What a write gets: the key stands for the approved action, however often it is tried.
export type WriteContext = CallContext & Readonly<{ idempotencyKey: string }>

// States that a write may end in without having changed anything; every other one leaves its outcome unknown.
export const NO_EFFECT_STATES = Object.freeze([
  'unauthorized',
  'forbidden',
  'throttled',
  'not_served',
  'not_configured',
] as const)

type Write<Client, I, O> = Readonly<{
  // Sends the effect at most once, never retried. An answer that is lost, or says nothing certain, must be thrown as
  // anything but a state of NO_EFFECT_STATES or an ArgumentError.
  run(client: Client, input: I, context: WriteContext): Promise<Reading<O>>
  preview?(client: Client, input: I, context: CallContext): Promise<Reading<O>>
}>

// Ties a write to its implementation. Throws TypeError for an operation that is none.
export function serveWrite<Client, I extends z.ZodObject, O extends z.ZodObject>(
  operation: OperationDefinition<I, O>,
  { run, preview }: Write<Client, z.output<I>, z.input<O>>,
): Served<Client> {
  if (!isWriteTier(operation.tier)) throw new TypeError(`${operation.id} is no write`)
  return Object.freeze({
    operation: operation as unknown as OperationDefinition, // the catalogue's view forgets the exact schemas
    kind: 'write',
    run(client: Client, input: unknown, context: CallContext) {
      if (!isWriteContext(context)) throw new TypeError(`${operation.id} was run without an idempotency key`)
      return run(client, operation.input.parse(input), context)
    },
    ...(preview === undefined
      ? {}
      : {
          preview: (client: Client, input: unknown, context: CallContext) =>
            preview(client, operation.input.parse(input), context),
        }),
  })
}

function isWriteContext(context: CallContext): context is WriteContext {
  return context.idempotencyKey !== undefined
}
