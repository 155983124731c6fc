const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

// NKeys: base32, the last two bytes the CRC-16/XMODEM of the others, low byte first.
export function isNkeySeed(text: string): boolean {
  const bytes = fromBase32(text)
  if (bytes.length < 4) return false
  const body = bytes.subarray(0, -2)
  const crc = (bytes.at(-2) ?? 0) | ((bytes.at(-1) ?? 0) << 8)
  return toCrc16(body) === crc
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const character of text) {
    held = ((held << 5) | BASE32.indexOf(character)) & 0xffff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
  }
  return Buffer.from(bytes)
}

function toCrc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
    crc &= 0xffff
  }
  return crc
}

// RFC 7515: the header is base64url of a JSON object with `alg` (or `enc`).
export function isJwt(text: string): boolean {
  const header = Buffer.from(text.slice(0, text.indexOf('.')), 'base64url').toString('latin1')
  return /"(?:alg|enc)"\s{0,4}:/.test(header.slice(0, 1024))
}

// Shannon entropy in bits a character.
export function toEntropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

// Tells whether a value looks made by a machine: mixed and spread, not words, names or numbers.
export function isRandomLike(text: string): boolean {
  if (text.length < 10 || /^[\d.,:+ -]+$/.test(text)) return false
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((one) => one.test(text)).length
  return classes >= 2 && /\d/.test(text) && toEntropy(text) >= (text.length < 20 ? 2.8 : 3.2)
}
