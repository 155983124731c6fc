import { SourceError, type SourceErrorState } from '@vedette/proto/connector'
import type { Carried } from '@vedette/proto/visibility'

type Row = Readonly<{ state: SourceErrorState; carried?: Carried }>

// The first word of Redis' error replies, to a state. What follows that word never travels.
const WORDS: Readonly<Record<string, Row>> = Object.freeze({
  NOAUTH: { state: 'unauthorized' },
  WRONGPASS: { state: 'unauthorized' },
  NOPERM: { state: 'forbidden' },
  DENIED: { state: 'forbidden', carried: { why: 'protected_mode' } },
  LOADING: { state: 'upstream_failed', carried: { errno: 'LOADING' } },
  BUSY: { state: 'upstream_failed', carried: { errno: 'BUSY' } },
  MASTERDOWN: { state: 'upstream_failed', carried: { errno: 'MASTERDOWN' } },
  CLUSTERDOWN: { state: 'upstream_failed', carried: { errno: 'CLUSTERDOWN' } },
  TRYAGAIN: { state: 'upstream_failed', carried: { errno: 'TRYAGAIN' } },
})

// What the generic word ERR is followed by, where it says more.
const SENTENCES: readonly Readonly<{ says: RegExp; row: Row }>[] = Object.freeze([
  { says: /^ERR max number of clients/i, row: { state: 'throttled', carried: { by: 'vendor' } } },
  { says: /^ERR (?:unknown command|unknown subcommand)/i, row: { state: 'not_served' } },
  { says: /^ERR (?:invalid password|AUTH |Client sent AUTH)/i, row: { state: 'unauthorized' } },
])

// An error reply of `command` as a state, naming the permission that is missing (`+info`, `+config|get`).
export function toReplyError(text: string, command: string, credential: string): SourceError {
  const word = /^[A-Z]+/.exec(text)?.[0] ?? ''
  const row = Object.hasOwn(WORDS, word) ? WORDS[word] : SENTENCES.find((one) => one.says.test(text))?.row
  if (row === undefined) return new SourceError('unusable', { why: 'unexpected_kind' })
  if (row.state === 'unauthorized') return new SourceError('unauthorized', { credential })
  if (row.state === 'forbidden')
    return new SourceError('forbidden', { missing: `+${command}`, ...row.carried })
  if (row.state === 'not_served')
    return new SourceError('not_served', { why: `the server has no ${command}` })
  return new SourceError(row.state, row.carried)
}
