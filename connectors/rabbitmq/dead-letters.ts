import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { RabbitmqClient } from './client.ts'
import { getTarget, type Queue } from './queues.ts'
import { toSegment } from './vhosts.ts'

const bindingsSchema = z.array(
  z.looseObject({
    source: z.string(),
    destination: z.string(),
    destination_type: z.string(),
    routing_key: z.string(),
  }),
)
export type Binding = z.output<typeof bindingsSchema>[number]

const exchangesSchema = z.array(z.looseObject({ name: z.string(), type: z.string() }))

export type Routes = Readonly<{ bindings: readonly Binding[]; types: ReadonlyMap<string, string> }>

// Bindings and exchanges of one virtual host.
export async function readRoutes(
  client: RabbitmqClient,
  vhost: string,
  context: CallContext,
): Promise<Routes> {
  const columns = 'source,destination,destination_type,routing_key'
  const segment = toSegment(vhost)
  const bindings = await client.ask({
    path: ['bindings', segment],
    query: { columns },
    schema: bindingsSchema,
    context,
  })
  const exchanges = await client.ask({
    path: ['exchanges', segment],
    query: { columns: 'name,type' },
    schema: exchangesSchema,
    context,
  })
  return { bindings, types: new Map(exchanges.map((one) => [one.name, one.type])) }
}

// Names of queues that dead letters of this one may reach. Only a direct exchange with a known key is followed by key;
// of any other exchange every queue bound to it counts. Bindings between exchanges are not followed.
export function findTargets(queue: Queue, routes: Routes): readonly string[] {
  const target = getTarget(queue)
  if (target === undefined) return []
  if (target.exchange === '') return [target.key ?? queue.name]
  const isByKey = target.key !== null && routes.types.get(target.exchange) === 'direct'
  return routes.bindings
    .filter((one) => one.source === target.exchange && one.destination_type === 'queue')
    .filter((one) => !isByKey || one.routing_key === target.key)
    .map((one) => one.destination)
}
