import { hash } from 'node:crypto'
import { keccak256 } from './keccak.ts'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

// Base58Check: the last four of 25 bytes begin the double SHA-256 of the others.
export function isBitcoinBase58(text: string): boolean {
  const number = fromBase58(text)
  const hex = number?.toString(16) ?? ''
  if (number === null || hex.length > 50) return false
  const bytes = Buffer.from(hex.padStart(50, '0'), 'hex')
  const sha = (data: Buffer) => hash('sha256', data, 'buffer')
  return sha(sha(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21))
}

const CHUNK = 8

// The number that base58 spells, eight characters at a time; null for other characters.
function fromBase58(text: string): bigint | null {
  let number = 0n
  for (let at = 0; at < text.length; at += CHUNK) {
    let part = 0
    let size = 1
    for (const character of text.slice(at, at + CHUNK)) {
      const value = BASE58.indexOf(character)
      if (value < 0) return null
      part = part * 58 + value
      size *= 58
    }
    number = number * BigInt(size) + BigInt(part)
  }
  return number
}

const BECH32_GENERATORS: readonly number[] = Object.freeze([
  0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3,
])

// BIP 173 and 350: the checksum over `bc` and the data is 1 or 0x2bc830a3.
export function isBitcoinBech32(text: string): boolean {
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) return false
  let sum = 1
  const feed = (value: number) => {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of BECH32_GENERATORS.entries())
      if (((top >>> bit) & 1) === 1) sum ^= generator
  }
  for (const value of [3, 3, 0, 2, 3]) feed(value)
  for (const character of lower.slice(3)) {
    const value = BECH32.indexOf(character)
    if (value < 0) return false
    feed(value)
  }
  return sum === 1 || sum === 0x2bc830a3
}

// EIP-55: a letter is upper case where the Keccak-256 of the lower-case address has a nibble over 7.
export function isEthereumMixed(text: string): boolean {
  const address = text.slice(2)
  const lower = address.toLowerCase()
  if (address === lower || address === address.toUpperCase()) return false
  const digest = Buffer.from(keccak256(Buffer.from(lower))).toString('hex')
  return [...address].every(
    (character, at) =>
      /\d/.test(character) || Number.parseInt(digest[at] ?? '0', 16) > 7 === /[A-F]/.test(character),
  )
}

// Monero: base58 in blocks of 11 characters for 8 bytes; the last four bytes begin the Keccak-256 of the others.
export function isMonero(text: string): boolean {
  const parts: Buffer[] = []
  for (let at = 0; at < text.length; at += 11) {
    const block = text.slice(at, at + 11)
    const bytes = block.length === 11 ? 8 : 5
    const number = fromBase58(block)
    const hex = number?.toString(16) ?? ''
    if (number === null || hex.length > bytes * 2) return false
    parts.push(Buffer.from(hex.padStart(bytes * 2, '0'), 'hex'))
  }
  const whole = Buffer.concat(parts)
  const digest = keccak256(whole.subarray(0, -4))
  return Buffer.from(digest.subarray(0, 4)).equals(whole.subarray(-4))
}
