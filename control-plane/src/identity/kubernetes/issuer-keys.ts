import type { Clock } from '@vedette/proto/clock'
import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { fetchJson } from './fetch-json.ts'

const keySetSchema = z.looseObject({
  keys: z
    .array(z.looseObject({ kty: z.enum(['RSA', 'EC', 'OKP']), kid: z.string().max(256).optional() }))
    .min(1)
    .max(64),
})
const discoverySchema = z.looseObject({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https$/ }) })

// Keys are read again after an hour, and earlier for a key id that is new, at most twice a minute.
const FRESH_MS = 3_600_000
const COOL_MS = 30_000
// Issuers that are remembered; more are read each time.
const REMEMBERED = 512

export type Issuer = Readonly<{ issuer: string; ca: string | null }>

// The public keys of issuers, by OIDC discovery over https. `kid` asks again when the known keys lack it. Gives null
// when the keys cannot be read now.
export type IssuerKeys = (issuer: Issuer, kid: string | null) => Promise<JSONWebKeySet | null>

type Entry = Readonly<{ asked_at: number; reading: Promise<JSONWebKeySet | null> }>

// The checked key set, or null when it is none.
export function parseKeySet(value: unknown): JSONWebKeySet | null {
  const parsed = keySetSchema.safeParse(value)
  return parsed.success ? (parsed.data as JSONWebKeySet) : null // the same shape, with its optional members open
}

// Reads each issuer's keys once for all who ask at the same time.
export function createIssuerKeys(clock: Clock): IssuerKeys {
  const known = new Map<string, Entry>()

  function read(issuer: Issuer, before: JSONWebKeySet | null): Entry {
    const reading = readKeys(issuer, clock).catch(() => before)
    const entry = { asked_at: clock.monotonic(), reading }
    const key = toKey(issuer)
    known.delete(key)
    known.set(key, entry)
    const oldest = known.keys().next().value
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
    return entry
  }

  return async (issuer, kid) => {
    const entry = known.get(toKey(issuer))
    if (entry === undefined) return read(issuer, null).reading
    const keys = await entry.reading
    const age = clock.monotonic() - entry.asked_at
    const lacks = keys === null || (kid !== null && !keys.keys.some((key) => key.kid === kid))
    if (age < (lacks ? COOL_MS : FRESH_MS)) return keys
    // Somebody else may have asked while we waited.
    const newest = known.get(toKey(issuer))
    return (newest === undefined || newest === entry ? read(issuer, keys) : newest).reading
  }
}

async function readKeys({ issuer, ca }: Issuer, clock: Clock): Promise<JSONWebKeySet> {
  const base = issuer.replace(/\/+$/, '')
  const found = discoverySchema.parse(
    await fetchJson(`${base}/.well-known/openid-configuration`, { ca, clock }),
  )
  if (found.issuer !== issuer) throw new Error('another issuer')
  const keys = parseKeySet(await fetchJson(found.jwks_uri, { ca, clock }))
  if (keys === null) throw new Error('no keys')
  return keys
}

function toKey({ issuer, ca }: Issuer): string {
  return JSON.stringify([issuer, ca])
}
