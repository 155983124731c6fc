// Whether a CIDR (v4 or v6) holds an address or the whole of another CIDR; null when either is none.
export function cidrHolds(outer: string, inner: string): boolean | null {
  const a = parseCidr(outer)
  const b = parseCidr(inner)
  if (a === null || b === null) return null
  if (a.width !== b.width || b.prefix < a.prefix) return false
  const shift = BigInt(a.width - a.prefix)
  return a.value >> shift === b.value >> shift
}

// Whether a text is an address or a CIDR.
export function isCidr(text: string): boolean {
  return parseCidr(text) !== null
}

type Cidr = Readonly<{ value: bigint; prefix: number; width: 32 | 128 }>

function parseCidr(text: string): Cidr | null {
  const [address = '', mask, ...rest] = text.split('/')
  const width = address.includes(':') ? 128 : 32
  const value = width === 32 ? parseV4(address) : parseV6(address)
  const prefix = mask === undefined ? width : /^\d{1,3}$/.test(mask) ? Number(mask) : -1
  if (value === null || rest.length > 0 || prefix < 0 || prefix > width) return null
  return { value, prefix, width }
}

function parseV4(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4 || parts.some((one) => !/^\d{1,3}$/.test(one) || Number(one) > 255)) return null
  return parts.reduce((sum, one) => (sum << 8n) + BigInt(one), 0n)
}

function parseV6(text: string): bigint | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...head, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...tail]
  if (groups.some((one) => !/^[0-9a-fA-F]{1,4}$/.test(one))) return null
  return groups.reduce((sum, one) => (sum << 16n) + BigInt(`0x${one}`), 0n)
}
