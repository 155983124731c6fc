import { lookup } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

// Metadata services, link-local and unspecified addresses: no name may lead there. An address that the
// configuration itself writes as its host is not looked up, and so stays allowed.
const REFUSED = new BlockList()
REFUSED.addSubnet('169.254.0.0', 16, 'ipv4')
REFUSED.addAddress('100.100.100.200', 'ipv4')
REFUSED.addAddress('192.0.0.192', 'ipv4')
REFUSED.addSubnet('0.0.0.0', 8, 'ipv4')
REFUSED.addSubnet('fe80::', 10, 'ipv6')
REFUSED.addAddress('fd00:ec2::254', 'ipv6')
REFUSED.addAddress('fd20:ce::254', 'ipv6')
REFUSED.addAddress('::', 'ipv6')
REFUSED.addSubnet('::ffff:0:a9fe:0', 112, 'ipv6')
REFUSED.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6')

export const ADDRESS_REFUSED = 'ADDRESS_REFUSED'

// Tells whether a resolved address may never be connected to (IPv4-mapped forms included).
export function isRefusedAddress(address: string): boolean {
  return REFUSED.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

// Resolves a name and refuses the whole answer when any address of it is refused; the socket connects to
// exactly what was checked.
export function createGuardedLookup(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '')
      if (addresses.some((one) => isRefusedAddress(one.address))) return callback(refusal(), '')
      const first = addresses[0]
      if (options.all === true || first === undefined) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

function refusal(): NodeJS.ErrnoException {
  return Object.assign(new Error('address refused'), { code: ADDRESS_REFUSED })
}
