import ipaddr from 'ipaddr.js'

// Tells whether an IPv4 address can be reached from the internet: none of the ranges of RFC 6890, documentation included.
export function isPublicV4(a: number, b: number, c: number): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false
  if (a === 100) return b < 64 || b > 127
  if (a === 169) return b !== 254
  if (a === 172) return b < 16 || b > 31
  if (a === 192) return b !== 168 && !(b === 0 && (c === 0 || c === 2)) && !(b === 88 && c === 99)
  if (a === 198) return b !== 18 && b !== 19 && !(b === 51 && c === 100)
  return !(a === 203 && b === 0 && c === 113)
}

const V6 = /[0-9A-Fa-f:.]{6,45}/y
const ALLOWED = /^[0-9A-Fa-f]{1,4}:/

// Where a public IPv6 address that begins at `start` ends; -1 when there is none.
export function findV6End(text: string, start: number): number {
  if (!/[23]/.test(text[start] ?? '')) return -1
  V6.lastIndex = start
  const found = V6.exec(text)?.[0].replace(/[.:]+$/, (tail) => (tail === '::' ? tail : '')) ?? ''
  if (!ALLOWED.test(found) || found.split(':').length < 4 || !ipaddr.IPv6.isValid(found)) return -1
  return ipaddr.IPv6.parse(found).range() === 'unicast' ? start + found.length : -1
}

const BEGINS_ADDRESS = /^[0-9A-Fa-f:]/
const WHOLE_V6 = /^[0-9A-Fa-f:.]{3,45}$/
const WHOLE_V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}(?::\d{1,5})?$/

// Tells whether a whole text is one address, a port allowed: then it is a field and not prose.
export function isAddressField(text: string): boolean {
  return (
    text.length <= 47 &&
    BEGINS_ADDRESS.test(text) &&
    (WHOLE_V4.test(text) || (WHOLE_V6.test(text) && text.includes(':') && ipaddr.IPv6.isValid(text)))
  )
}
