import { SourceError } from '@vedette/proto/connector'

// A JSON web token that says who an App is, good for nine minutes from `now` (epoch milliseconds). Throws `unauthorized`
// for a key that cannot sign, without any of its text.
export async function signApp(
  pem: string,
  facts: Readonly<{ appId: number; now: number; credential: string }>,
): Promise<string> {
  // A minute back, as clocks differ.
  const issued = Math.floor(facts.now / 1000) - 60
  const head = encode(JSON.stringify({ alg: 'RS256', typ: 'JWT' }))
  const body = encode(JSON.stringify({ iat: issued, exp: issued + 540, iss: String(facts.appId) }))
  try {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('pkcs8', toPkcs8(pem), algorithm, false, ['sign'])
    const bytes = new TextEncoder().encode(`${head}.${body}`)
    const signature = await crypto.subtle.sign(algorithm.name, key, bytes)
    return `${head}.${body}.${toBase64Url(new Uint8Array(signature))}`
  } catch {
    throw new SourceError('unauthorized', { credential: facts.credential, why: 'the key cannot sign' })
  }
}

// GitHub hands out keys in the older form (PKCS #1), which is the newer one without its frame.
function toPkcs8(pem: string): Uint8Array<ArrayBuffer> {
  const text = atob(pem.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\s/g, ''))
  const key = Uint8Array.from(text, (char) => char.charCodeAt(0))
  if (!pem.includes('BEGIN RSA PRIVATE KEY')) return key
  const octets = wrap(0x04, key)
  return wrap(0x30, Uint8Array.of(...FRAME, ...octets))
}

// Version 0, and the algorithm rsaEncryption.
const FRAME = [0x02, 1, 0, 0x30, 13, 0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 0x05, 0] as const

function wrap(tag: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(tag, 0x82, content.length >> 8, content.length & 0xff, ...content)
}

function encode(text: string): string {
  return toBase64Url(new TextEncoder().encode(text))
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
