import { ArgumentError, serve } from '@vedette/proto/connector'
import { brokersHealth } from '@vedette/proto/operations/brokers'
import type { RabbitmqClient } from '../client.ts'
import { getAlarms, isTold, type Node, readNodes } from '../nodes.ts'
import { readOverview } from '../overview.ts'
import { toReading } from '../reading.ts'

// The cluster with each of its nodes, running or not. Its state is ok only when every node told all of its alarms.
export const brokersHealthRabbitmq = serve<
  RabbitmqClient,
  typeof brokersHealth.input,
  typeof brokersHealth.output
>(brokersHealth, async (client, { broker }, context) => {
  const overview = await readOverview(client, context)
  if (broker !== undefined && broker !== overview.cluster_name)
    throw new ArgumentError({
      code: 'not_found',
      field: 'broker',
      message: 'broker is not the cluster of this instance',
      fix: 'leave broker out: an instance has one cluster',
    })
  const nodes = await readNodes(client, context)
  const because = [...new Set(nodes.flatMap(toReasons))].sort()
  const value = {
    brokers: [
      {
        id: overview.cluster_name,
        name: overview.cluster_name,
        kind: 'rabbitmq' as const,
        version: overview.rabbitmq_version ?? null,
        state: toState(nodes, because),
        because,
        nodes: nodes.map(toRow),
        nodes_expected: nodes.length,
        offline_partitions: null,
        under_replicated_partitions: null,
        connections: overview.object_totals?.connections ?? null,
      },
    ],
    total: 1,
  }
  return toReading(value, { client, context, items: 1 })
})

function toReasons(node: Node): string[] {
  if (node.running === false) return ['a node is not running']
  const alarms = getAlarms(node).map((one) => `a node has the alarm ${one}`)
  return isTold(node) ? alarms : [...alarms, 'a node does not tell all of its alarms']
}

function toState(nodes: readonly Node[], because: readonly string[]) {
  if (nodes.every((node) => node.running === false)) return 'down' as const
  const isBad = nodes.some((node) => node.running === false || getAlarms(node).length > 0)
  if (isBad) return 'degraded' as const
  return because.length === 0 ? ('ok' as const) : ('unknown' as const)
}

function toRow(node: Node) {
  return {
    id: node.name,
    name: node.name,
    up: node.running ?? null,
    // RabbitMQ has no controller.
    controller: null,
    disk_free_bytes: typeof node.disk_free === 'number' ? node.disk_free : null,
    memory_used_bytes: node.mem_used ?? null,
    alarms: getAlarms(node),
  }
}
