import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

const keySchema = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(3),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
})

export type ServiceAccountKey = z.output<typeof keySchema>

// Reads a service account's key file. Throws `unauthorized` without any of its text.
export function parseKey(text: string, credential: string): ServiceAccountKey {
  try {
    return keySchema.parse(JSON.parse(text))
  } catch {
    throw new SourceError('unauthorized', { credential, why: 'the key is not that of a service account' })
  }
}

type Claims = Readonly<{ audience: string; scope: string; now: number; credential: string }>

// A signed assertion that lives five minutes from `now`, in epoch milliseconds. Throws `unauthorized` for a key that
// cannot sign.
export async function signAssertion(key: ServiceAccountKey, claims: Claims): Promise<string> {
  const { audience, scope, now, credential } = claims
  const iat = Math.floor(now / 1000)
  const kid = key.private_key_id === undefined ? {} : { kid: key.private_key_id }
  const head = encode(JSON.stringify({ alg: 'RS256', typ: 'JWT', ...kid }))
  const body = encode(JSON.stringify({ iss: key.client_email, scope, aud: audience, iat, exp: iat + 300 }))
  try {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    const imported = await crypto.subtle.importKey('pkcs8', decodePem(key.private_key), algorithm, false, [
      'sign',
    ])
    const bytes = new TextEncoder().encode(`${head}.${body}`)
    const signature = new Uint8Array(await crypto.subtle.sign(algorithm.name, imported, bytes))
    return `${head}.${body}.${toBase64Url(signature)}`
  } catch {
    throw new SourceError('unauthorized', { credential, why: 'the key cannot sign' })
  }
}

function decodePem(pem: string): Uint8Array<ArrayBuffer> {
  const text = atob(pem.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\s/g, ''))
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}

function encode(text: string): string {
  return toBase64Url(new TextEncoder().encode(text))
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
