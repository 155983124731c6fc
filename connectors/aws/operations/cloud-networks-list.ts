import { cidrHolds, isCidr } from '@vedette/connectors/kit'
import { ArgumentError } from '@vedette/proto/connector'
import { cloudNetworksList } from '@vedette/proto/operations'
import { readSubnets, readVpcs } from '../ec2.ts'
import { toNetworkRow } from '../networking.ts'
import { createNotes, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag } from '../values.ts'

// VPCs of every region, with how many subnets each has.
export const serveNetworksList = serveList(cloudNetworksList, {
  async read(reader, { tag, cidr }) {
    if (cidr !== undefined && !isCidr(cidr))
      throw new ArgumentError({
        field: 'cidr',
        message: 'cidr is no address and no CIDR',
        fix: 'write 10.0.0.0/8 or 10.1.2.3',
      })
    const paged = await readVpcs(reader)
    const notes = createNotes(reader)
    const subnets = paged.items.length === 0 ? null : await notes.seek(readSubnets(reader))
    const known = subnets?.stop === 'end' ? subnets.items : null
    const rows = mapPaged(paged, (all) =>
      all
        .map((vpc) => toNetworkRow(reader, vpc, known))
        .filter((row) => hasTag(row.tags, tag))
        .filter((row) => cidr === undefined || row.cidrs.some((own) => cidrHolds(own, cidr) === true)),
    )
    return { paged: rows, notes: notes.parts() }
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ networks: [...rows], total }),
})
