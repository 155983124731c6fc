import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { fromPublic, fromSeed, type KeyPair } from '@nats-io/nkeys'

// NKeys are Ed25519 keys in base32. The library's own arithmetic takes 10 ms a signature and derives the key anew each
// time; Node's takes a fraction of one, so that a thousand agents that enrol at once do not stop the event loop.
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
// What stands before the 32 raw bytes in PKCS #8 and in SPKI.
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

const pairs = new Map<string, KeyPair>()

// The pair of a seed, signing by Node's Ed25519; kept, since a process knows a handful. Throws on what is no seed.
export function toFastPair(seed: string): KeyPair {
  const known = pairs.get(seed)
  if (known !== undefined) return known
  const slow = fromSeed(new TextEncoder().encode(seed))
  const publicKey = slow.getPublicKey()
  const der = Buffer.concat([PKCS8_HEAD, decodeBase32(seed).subarray(2, 34)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const pair: KeyPair = {
    getPublicKey: () => publicKey,
    getPrivateKey: () => slow.getPrivateKey(),
    getSeed: () => slow.getSeed(),
    sign: (input) => new Uint8Array(sign(null, input, key)),
    verify: (input, signature) => verifyFast(publicKey, input, signature),
    clear: () => slow.clear(),
    seal: (input, recipient, nonce) => slow.seal(input, recipient, nonce),
    open: (message, sender) => slow.open(message, sender),
  }
  pairs.set(seed, pair)
  return pair
}

// Tells whether the owner of a public key signed the bytes. Throws on what is no public key.
export function verifyFast(publicKey: string, input: Uint8Array, signature: Uint8Array): boolean {
  // Checks kind and checksum.
  fromPublic(publicKey)
  const der = Buffer.concat([SPKI_HEAD, decodeBase32(publicKey).subarray(1, 33)])
  return verify(null, input, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
}

function decodeBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text) {
    value = ((value << 5) | ALPHABET.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
  }
  return Buffer.from(bytes)
}
