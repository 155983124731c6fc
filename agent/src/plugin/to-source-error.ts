import { status } from '@grpc/grpc-js'
import { ArgumentError, SourceError } from '@vedette/proto/connector'

export type CallFacts = Readonly<{ instance: string; waitedMs: number }>

// What the end of a call that failed means; the text that came with it goes nowhere.
export function toSourceError(
  error: unknown,
  { instance, waitedMs }: CallFacts,
): SourceError | ArgumentError {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case status.DEADLINE_EXCEEDED:
    case status.CANCELLED:
      return new SourceError('timed_out', { waited_ms: waitedMs, phase: 'body' })
    case status.UNAUTHENTICATED:
      return new SourceError('unauthorized', { credential: instance })
    case status.PERMISSION_DENIED:
      return new SourceError('forbidden')
    case status.UNIMPLEMENTED:
      return new SourceError('not_served')
    case status.RESOURCE_EXHAUSTED:
    case status.OUT_OF_RANGE:
      return new SourceError('unusable', { why: 'too_large' })
    case status.INTERNAL:
    case status.DATA_LOSS:
      return new SourceError('unusable', { why: 'unparseable' })
    case status.INVALID_ARGUMENT:
      return toRefusal({ code: 'invalid_argument', field: '', message: '' })
    default:
      return new SourceError('upstream_failed', {
        errno: code === status.UNAVAILABLE ? 'UNAVAILABLE' : 'EPLUGIN',
      })
  }
}

type Said = Readonly<{ code: ArgumentError['code']; field: string; message: string }>

const FIELD = /^[A-Za-z][\w.]{0,127}$/
const MESSAGE = 300

// A refusal whose sentences are ours; what the plugin says stands quoted within.
export function toRefusal({ code, field, message }: Said): ArgumentError {
  const said = message === '' ? '' : `: ${JSON.stringify(message.slice(0, MESSAGE))}`
  return new ArgumentError({
    code,
    field: FIELD.test(field) ? field : 'arguments',
    message: `the connector does not accept it${said}`,
    fix: 'change the argument; its schema says what it may be',
  })
}
