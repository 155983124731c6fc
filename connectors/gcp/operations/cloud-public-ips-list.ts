import { together } from '@vedette/connectors/kit'
import { cloudPublicIpsList } from '@vedette/proto/operations'
import { z } from 'zod'
import { aggregate, joinLists, mapRows } from '../answers.ts'
import { publicOf, readMachines } from '../machines.ts'
import { serveList } from '../reading.ts'
import { labels, maybeText, maybeTime, placeOf, regionOf, tail, texts } from '../values.ts'

const address = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  addressType: maybeText,
  status: maybeText,
  region: maybeText,
  users: texts,
  network: maybeText,
  labels,
  creationTimestamp: maybeTime,
})

// Reserved external addresses, and those that machines have without a reservation.
export const servePublicIpsList = serveList(cloudPublicIpsList, {
  async read(reader, input) {
    const needs = 'compute.addresses.list'
    const [reserved, machines] = await together([
      aggregate(reader, { resource: 'addresses', field: 'addresses', row: address, needs }),
      readMachines(reader),
    ])
    const held = new Set(reserved.paged.items.map((one) => one.address))
    const own = mapRows(reserved, (all) =>
      all
        .filter((one) => one.addressType !== 'INTERNAL')
        .map((one) => ({
          id: one.id,
          name: one.name,
          ...placeOf(reader, regionOf(one.region)),
          tags: one.labels,
          address: one.address,
          kind: 'reserved' as const,
          attached: one.status === 'IN_USE' || one.users.length > 0,
          attached_to: tail(one.users[0]),
          attached_kind: one.users[0]?.split('/').at(-2) ?? null,
          network: tail(one.network),
          created_at: one.creationTimestamp,
        })),
    )
    const loose = mapRows(machines, (all) =>
      all.flatMap((one) =>
        one.networkInterfaces.flatMap((it) =>
          publicOf(it)
            .filter((text) => !held.has(text))
            .map((text) => ({
              id: `${one.id}/${it.name}/${text}`,
              name: null,
              ...placeOf(reader, regionOf(one.zone)),
              tags: null,
              address: text,
              kind: 'ephemeral' as const,
              attached: true,
              attached_to: one.name,
              attached_kind: 'instances',
              network: tail(it.network),
              created_at: null,
            })),
        ),
      ),
    )
    return mapRows(joinLists(own, loose), (all) =>
      all.filter(
        (row) =>
          (!input.unattached || !row.attached) &&
          (input.address === undefined || row.address === input.address),
      ),
    )
  },
  keyOf: (row) => [row.region ?? '', row.address, row.id],
  toValue: ({ rows, total }) => ({ addresses: [...rows], total }),
})
