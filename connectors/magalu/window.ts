import { parseInstant } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext } from '@vedette/proto/connector'

// A span of time in epoch milliseconds.
export type Window = Readonly<{ from: number; to: number }>

// Reads `from` and `to`; an end in the future is now. Throws ArgumentError when nothing lies between them.
export function readWindow(input: Readonly<{ from: string; to: string }>, context: CallContext): Window {
  const from = parseInstant(input.from, 'from')
  const to = Math.min(parseInstant(input.to, 'to'), context.clock.now())
  if (from < to) return { from, to }
  throw new ArgumentError({
    field: 'from',
    message: 'the window is empty: from is not before to, or lies in the future',
    fix: 'give a from that is before to and before now',
  })
}
