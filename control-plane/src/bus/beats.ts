import { type Beat, beatSchema } from '@vedette/proto/wire'
import { BEAT_LIMITS, parseBounded } from './parse.ts'

// A beat as read, and whether it took the short way. In `pings` the short way keeps our own replica's nonce only.
export type ReadBeat = Readonly<{ beat: Beat; short: boolean }>

type Known = Readonly<{ prefix: string; beat: Beat }>

// What follows the sequence's key in a beat without `leaving`, written by any JSON encoder without spaces.
const TAIL =
  /(0|[1-9]\d{0,14}),"pings":\{((?:"[\w-]{1,64}":"[\w-]{1,128}"(?:,(?=")|(?=\})))*)\},"digest":"([\w:+/=-]{1,128})","sent_at":([1-9]\d{0,15})\}$/y

// Reads beats of all agents. An agent's next beat differs in four values only: where everything before them is byte
// for byte what was validated last time and the rest has exactly their shape, JSON and schema need not run again.
export function createBeatReader(replica: string): (subject: string, bytes: Uint8Array) => ReadBeat {
  const known = new Map<string, Known>()
  const ownPing = `"${replica}":"`
  return (subject, bytes) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    const last = known.get(subject)
    const short = last === undefined ? null : readShort(last, text, { replica, ownPing })
    if (short !== null) return { beat: short, short: true }
    const beat = beatSchema.parse(parseBounded(bytes, BEAT_LIMITS))
    const prefix = toPrefix(beat)
    if (text.startsWith(prefix)) known.set(subject, { prefix, beat })
    return { beat, short: false }
  }
}

function readShort(
  last: Known,
  text: string,
  { replica, ownPing }: Readonly<{ replica: string; ownPing: string }>,
): Beat | null {
  if (text.length > BEAT_LIMITS.bytes || !text.startsWith(last.prefix)) return null
  TAIL.lastIndex = last.prefix.length
  const match = TAIL.exec(text)
  if (match === null) return null
  const [, sequence = '', pings = '', digest = '', sentAt = ''] = match
  // What names a replica twice is for the full way to refuse.
  if (hasTwice(pings)) return null
  const at = pings.lastIndexOf(ownPing)
  const start = at + ownPing.length
  const nonce = at < 0 ? null : pings.slice(start, pings.indexOf('"', start))
  const { type, agent, incarnation, identity } = last.beat
  return {
    type,
    agent,
    incarnation,
    identity,
    sequence: Number(sequence),
    pings: nonce === null ? {} : { [replica]: nonce },
    digest,
    sent_at: Number(sentAt),
  }
}

// A value is never followed by a colon.
function hasTwice(pings: string): boolean {
  const names = pings.match(/"[\w-]+":/g) ?? []
  return names.length > 1 && new Set(names).size < names.length
}

function toPrefix({ type, agent, incarnation, identity }: Beat): string {
  const head = JSON.stringify({
    type,
    agent,
    incarnation,
    identity: { kind: identity.kind, id: identity.id },
  })
  return `${head.slice(0, -1)},"sequence":`
}
