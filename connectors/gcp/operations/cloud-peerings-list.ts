import { cloudPeeringsList } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { readNetworks } from '../networks.ts'
import { serveList } from '../reading.ts'
import { elementAfter, names, placeOf, tail, toWord } from '../values.ts'

const STATES = Object.freeze({ ACTIVE: 'active', INACTIVE: 'inactive' } as const)

// Peerings of VPC networks. Interconnects are not among them, so none is not proved.
export const servePeeringsList = serveList(cloudPeeringsList, {
  async read(reader, { network }) {
    const rows = mapRows(await readNetworks(reader), (all) =>
      all
        .filter((one) => names(one.name, network) || one.id === network)
        .flatMap((one) =>
          one.peerings.map((it) => ({
            id: `${one.name}/${it.name}`,
            name: it.name,
            ...placeOf(reader, null),
            tags: null,
            kind: 'peering' as const,
            network: one.name,
            peer_network: tail(it.network),
            peer_account: elementAfter(it.network ?? '', 'projects'),
            peer_region: null,
            state: toWord(STATES, it.state),
            reason: it.stateDetails,
            cidrs: null,
            peer_cidrs: null,
            dns_across: null,
          })),
        ),
    )
    return { ...rows, unproven: 'interconnects_not_read' }
  },
  keyOf: (row) => [row.id],
  toValue: ({ rows, total }) => ({ peerings: [...rows], total }),
})
