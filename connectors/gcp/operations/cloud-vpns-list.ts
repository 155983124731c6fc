import { cloudVpnsList } from '@vedette/proto/operations'
import { z } from 'zod'
import { aggregate, mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'
import { labels, maybeText, names, placeOf, regionOf, tail, toWord } from '../values.ts'

// Words of a tunnel that is on its way are not `down`, and one that Google adds later is `unknown`.
const STATES = Object.freeze({
  ESTABLISHED: 'up',
  ALLOCATING_RESOURCES: 'pending',
  PROVISIONING: 'pending',
  WAITING_FOR_FULL_CONFIG: 'pending',
  FIRST_HANDSHAKE: 'pending',
  DEPROVISIONING: 'pending',
  NETWORK_ERROR: 'down',
  AUTHORIZATION_ERROR: 'down',
  NEGOTIATION_FAILURE: 'down',
  NO_INCOMING_PACKETS: 'down',
  REJECTED: 'down',
  STOPPED: 'down',
  FAILED: 'down',
  PEER_IDENTITY_MISMATCH: 'down',
  TS_NARROWING_NOT_ALLOWED: 'down',
} as const)

const tunnel = z.object({
  id: z.string(),
  name: z.string(),
  labels,
  region: maybeText,
  status: maybeText,
  detailedStatus: maybeText,
  peerIp: maybeText,
  vpnGateway: maybeText,
  targetVpnGateway: maybeText,
  peerExternalGateway: maybeText,
})

// VPN tunnels of every region; a shared secret is never kept. Since when one is in its state is not told.
export const serveVpnsList = serveList(cloudVpnsList, {
  async read(reader, { network, problem_only }) {
    const list = await aggregate(reader, {
      resource: 'vpnTunnels',
      field: 'vpnTunnels',
      row: tunnel,
      needs: 'compute.vpnTunnels.list',
    })
    return mapRows(list, (all) =>
      all
        .filter((one) => names(one.vpnGateway ?? one.targetVpnGateway, network))
        .map((one) => ({
          id: one.id,
          name: one.name,
          ...placeOf(reader, regionOf(one.region)),
          tags: one.labels,
          connection: tail(one.peerExternalGateway),
          gateway: tail(one.vpnGateway ?? one.targetVpnGateway),
          peer: one.peerIp,
          status: toWord(STATES, one.status),
          reason: one.detailedStatus ?? one.status,
          accepted_routes: null,
          changed_at: null,
        }))
        .filter((row) => !problem_only || row.status !== 'up'),
    )
  },
  keyOf: (row) => [row.region ?? '', row.name, row.id],
  toValue: ({ rows, total }) => ({ tunnels: [...rows], total }),
})
