import { createHash } from 'node:crypto'
import { canonicalJson } from '@vedette/proto/canonical'
import type { AuditHead, AuditLink } from '../store/types.ts'
import { cleanArguments, cleanText } from './clean-arguments.ts'
import type { AuditEntry, AuditFacts, AuditKind, ChainHead } from './types.ts'

// What stands for "no row before": the first link of a chain names it.
export const GENESIS = '0'.repeat(64)

export type Draft = Readonly<{
  kind: AuditKind
  // Epoch milliseconds.
  at: number
  // As keepFacts gave them.
  facts: KeptFacts
  intent?: string
  chains?: readonly ChainHead[]
}>

// Facts whose arguments and purpose are cleaned.
export type KeptFacts = AuditFacts & Readonly<{ kept: true }>

// Words of a row that are searched by: ours, never a caller's own text.
const WORD = /^[\x20-\x7e]{1,256}$/

// What is kept of the facts, copied now; null for what no row can hold (a number that is none, a word that is not plain).
export function keepFacts({ arguments: args, purpose, ...plain }: AuditFacts): KeptFacts | null {
  const { organisation, principal, action, agent, call } = plain
  const words = [organisation, action, principal ?? '-', agent ?? '-', call ?? '-']
  if (!words.every((word) => WORD.test(word))) return null
  try {
    const text = canonicalJson({
      ...plain,
      ...(args === undefined ? {} : { arguments: cleanArguments(args) }),
      ...(purpose === undefined ? {} : { purpose: cleanText(purpose) }),
    })
    return { ...(JSON.parse(text) as AuditFacts), kept: true } // the same facts, cleaned
  } catch {
    return null
  }
}

// A chain as far as it has come.
export type Tip = Readonly<{ organisation: string; writer: string; seq: number; hash: string }>

// The next link: its body is everything that is kept, the hash before it included; it holds no payload.
export function linkDraft(tip: Tip, { kind, at, facts, intent, chains }: Draft): AuditLink {
  const { kept: _, ...plain } = facts
  const { organisation, writer } = tip
  const seq = tip.seq + 1
  const body = canonicalJson({
    ...plain,
    ...(intent === undefined ? {} : { intent }),
    ...(chains === undefined ? {} : { chains }),
    writer,
    seq,
    at: new Date(at).toISOString(),
    kind,
    prev: tip.hash,
  })
  const { principal, action, agent = null, call = null } = facts
  return { organisation, writer, seq, at, kind, principal, action, agent, call, hash: sha256(body), body }
}

// The row of a link as its reader sees it; null when the body is none. It proves nothing: verifyChains does.
export function toEntry({ body, hash }: Pick<AuditLink, 'body' | 'hash'>): AuditEntry | null {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return { ...value, hash } as AuditEntry // what linkDraft wrote; verifyChains compares each column with it
  } catch {
    return null
  }
}

// The exact bytes that a head's signature is over.
export function toSignedHead({ organisation, writer, seq, hash, at }: Omit<AuditHead, 'signature'>): Buffer {
  return Buffer.from(canonicalJson({ type: 'vedette.audit.head', organisation, writer, seq, hash, at }))
}

// Hexadecimal SHA-256 of a text.
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
