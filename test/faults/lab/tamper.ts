import { createHash } from 'node:crypto'
import { CHUNK_HEADER } from '@vedette/proto/wire'
import type { Tamper } from './process.ts'
import type { AgentFault } from './world.ts'

type Json = Record<string, unknown>
type Sent = NonNullable<ReturnType<Tamper>>

/** How a faulty agent spoils what it says; null where the fault is of another kind. `isOn` tells since when. */
export function createTamper(fault: AgentFault | null, isOn: () => boolean): Tamper | null {
  if (fault === 'contract_skew')
    return (subject, bytes, fields) => ({ subject, bytes: raiseContracts(subject, bytes), fields })
  const spoil = fault === null ? undefined : REPLY_FAULTS[fault]
  if (spoil === undefined) return null
  return (subject, bytes, fields) => {
    const sent = { subject, bytes, fields }
    if (!isOn() || !subject.includes('.reply.')) return sent
    return spoil(sent)
  }
}

const REPLY_FAULTS: Readonly<Partial<Record<AgentFault, (sent: Sent) => Sent | null>>> = {
  reply_not_json: (sent) => ({ ...sent, bytes: toBytes('{"type":"vedette.v1.reply","call":') }),
  reply_of_another: (sent) => onHeader(sent, (header) => ({ ...header, agent: 'ag_somebody_else' })),
  reply_unknown_state: (sent) =>
    onHeader(sent, (header) => ({
      ...header,
      parts: eachPart(header, (part) => ({ ...part, state: 'splendid' })),
    })),
  reply_without_proof: (sent) =>
    onHeader(sent, (header) => ({
      ...header,
      parts: eachPart(header, ({ scope }) => ({ scope, state: 'empty', items: 0 })),
    })),
  reply_without_items: (sent) =>
    onHeader(sent, (header) => ({
      ...header,
      parts: eachPart(header, ({ scope }) => ({ scope, state: 'read' })),
    })),
  reply_bad_hash: (sent) => onHeader(sent, (header) => ({ ...header, body_sha256: '0'.repeat(64) })),
  reply_wrong_scope: (sent) =>
    onHeader(sent, (header) => ({
      ...header,
      parts: eachPart(header, (part) => ({
        ...part,
        scope: { cluster: 'another-cluster', account: 'another' },
      })),
    })),
  reply_bad_schema: (sent) => onBody(sent, () => ({ what: 'nothing that the operation gives' })),
  reply_hostile_keys: (sent) =>
    onHeader(sent, (header) => {
      const text = JSON.stringify(header)
      return `${text.slice(0, -1)},"__proto__":{"outcome":"answered"},"agent":{"toString":1}}`
    }),
}

function eachPart(header: Json, change: (part: Json) => Json): unknown {
  const { parts } = header
  return Array.isArray(parts) ? parts.map((part) => change(part as Json)) : parts
}

function onHeader(sent: Sent, change: (header: Json) => Json | string): Sent {
  if (sent.fields[CHUNK_HEADER] !== '0') return sent
  const changed = change(JSON.parse(fromBytes(sent.bytes)) as Json)
  return { ...sent, bytes: toBytes(typeof changed === 'string' ? changed : JSON.stringify(changed)) }
}

/** Replaces body and hash; the header of a reply goes out before its body, so both are made to fit each other. */
function onBody(sent: Sent, change: () => Json): Sent {
  const body = toBytes(JSON.stringify(change()))
  if (sent.fields[CHUNK_HEADER] !== '0') return { ...sent, bytes: body }
  return onHeader(sent, (header) =>
    Number(header['chunks']) === 0
      ? header
      : { ...header, body_bytes: body.length, body_sha256: sha256(body), chunks: 1 },
  )
}

/** A release that speaks the next contract of every operation. */
function raiseContracts(subject: string, bytes: Uint8Array): Uint8Array {
  if (!subject.endsWith('.report')) return bytes
  return toBytes(fromBytes(bytes).replaceAll(/"contract":1\b/g, '"contract":2'))
}

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function fromBytes(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
