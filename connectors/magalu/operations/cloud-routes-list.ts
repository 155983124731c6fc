import { checkSegment } from '@vedette/connectors/kit'
import { ArgumentError } from '@vedette/proto/connector'
import { cloudRoutesList } from '@vedette/proto/operations'
import { z } from 'zod'
import { mapSome, readList } from '../lists.ts'
import { readNetworks } from '../network.ts'
import { serveList } from '../reading.ts'
import { text } from '../values.ts'

const row = z.looseObject({
  id: z.string(),
  cidr_destination: z.string(),
  next_hop: text,
  port_id: text,
  status: text,
  type: text,
})
const STATES = Object.freeze({ created: 'active', active: 'active' } as const)

// Routes of the one table that each network has.
export const serveCloudRoutesList = serveList(cloudRoutesList, {
  async read(site, { network, table, destination }) {
    const field = table === undefined ? (destination === undefined ? undefined : 'destination') : 'table'
    if (field !== undefined)
      throw new ArgumentError({
        field,
        message: `routes of Magalu Cloud are not looked up by ${field}`,
        fix: 'give network, or nothing for all networks',
      })
    const networks = await readNetworks(site)
    const wanted = networks.items.filter(({ id }) => network === undefined || id === network)
    const lists = await mapSome(wanted, ({ id }) => {
      const path = ['network', 'v1', 'vpcs', checkSegment('name', id, 'network'), 'route_table', 'routes']
      return readList(site.client, {
        ...site,
        path,
        name: 'result',
        row,
        needs: 'network.read',
        paging: 'number',
      })
    })
    const rows = lists.flatMap(({ items }, index) =>
      items.map((one) => {
        const word = one.status?.toLowerCase() ?? ''
        return {
          account: site.account,
          region: site.region,
          table: null,
          network: wanted[index]?.id ?? null,
          destination: one.cidr_destination,
          next_hop: one.next_hop ?? one.port_id ?? null,
          next_hop_kind: one.port_id ? 'interface' : 'other',
          state: Object.hasOwn(STATES, word) ? STATES[word as keyof typeof STATES] : ('unknown' as const), // just checked
          priority: null,
          origin: one.type ?? null,
          subnets: null,
        }
      }),
    )
    const isUnknown = network !== undefined && wanted.length === 0
    return { rows, paged: [networks, ...lists], unproven: isUnknown ? 'network_unknown' : undefined }
  },
  keyOf: (one) => [one.region ?? '', one.network ?? '', one.destination, one.next_hop ?? ''],
  toValue: ({ rows, total }) => ({ routes: rows, total }),
})
