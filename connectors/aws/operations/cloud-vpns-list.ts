import { cloudVpnsList } from '@vedette/proto/operations'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { nameOf, placeOf, toTags, toTime, toWord } from '../values.ts'

const STATES = Object.freeze({ UP: 'up', DOWN: 'down' } as const)

// Tunnels of site-to-site VPN connections; a connection has two, and one of them down leaves it up. The customer
// gateway's configuration, which holds the shared keys, is not kept.
export const serveVpnsList = serveList(cloudVpnsList, {
  async read(reader, { network, problem_only }) {
    const paged = await collect(async () => {
      const said = await reader.call('ec2', 'describeVpnConnections', {})
      return { items: said.VpnConnections, next: undefined }
    })
    return mapPaged(paged, (all) =>
      all
        .filter(({ State }) => State !== 'deleted')
        .flatMap((one) => {
          const tags = toTags(one.Tags)
          const connection = one.VpnConnectionId ?? ''
          const gateway = one.TransitGatewayId ?? one.VpnGatewayId ?? null
          const tunnels = one.VgwTelemetry ?? []
          const row = { name: nameOf(tags), ...placeOf(reader), tags, connection, gateway }
          // A connection of which no tunnel is told may be down.
          if (tunnels.length === 0)
            return [
              {
                ...row,
                ...{ id: connection, peer: null, status: one.State === 'pending' ? PENDING : UNKNOWN },
                ...{ reason: one.State ?? null, accepted_routes: null, changed_at: null },
              },
            ]
          return tunnels.map((tunnel, index) => ({
            ...row,
            id: `${connection}/${tunnel.OutsideIpAddress ?? index}`,
            peer: one.CustomerGatewayId ?? null,
            status: one.State === 'pending' ? PENDING : toWord(STATES, tunnel.Status),
            reason: tunnel.StatusMessage ?? null,
            accepted_routes: tunnel.AcceptedRouteCount ?? null,
            changed_at: toTime(tunnel.LastStatusChange),
          }))
        })
        .filter((row) => network === undefined || row.gateway === network || row.connection === network)
        .filter((row) => !problem_only || row.status !== 'up'),
    )
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ tunnels: [...rows], total }),
})

const PENDING = 'pending' as const
const UNKNOWN = 'unknown' as const
