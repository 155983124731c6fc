import { type Clock, sleep } from '@vedette/proto/clock'
import type { FleetChange, FleetPage } from '../../src/http/api-types.ts'
import type { ApiClient } from '../client.ts'

const RETRY_MS = 1_000

export type FleetFollower = Readonly<{ onFleet(page: FleetPage): void; onChange(change: FleetChange): void }>

// Hears the fleet until the signal aborts; a stream that ends is opened again after a second.
export async function followFleet(
  api: ApiClient,
  follower: FleetFollower,
  { clock, signal }: Readonly<{ clock: Clock; signal: AbortSignal }>,
): Promise<void> {
  while (!signal.aborted) {
    // A broken stream and one that the server closed mean the same here: listen again.
    await api.listen('/api/v1/fleet/events', (event, data) => hear(follower, event, data)).catch(() => {})
    await sleep(clock, RETRY_MS, signal).catch(() => {})
  }
}

// The API's types are shared with the server in http/api-types.ts.
function hear(follower: FleetFollower, event: string, data: unknown): void {
  if (event === 'fleet') follower.onFleet(data as FleetPage)
  if (event === 'change') follower.onChange(data as FleetChange)
}
