import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { RabbitmqClient } from './client.ts'

// Statistics of a node that is down, or has not reported yet, are absent.
const nodeSchema = z.looseObject({
  name: z.string(),
  running: z.boolean().optional(),
  mem_alarm: z.boolean().optional(),
  disk_free_alarm: z.boolean().optional(),
  partitions: z.array(z.unknown()).optional(),
  mem_used: z.number().optional(),
  disk_free: z.union([z.number(), z.string()]).optional(),
})
export type Node = z.output<typeof nodeSchema>

// Every node that the cluster knows, running or not.
export function readNodes(client: RabbitmqClient, context: CallContext): Promise<Node[]> {
  return client.ask({ path: ['nodes'], schema: z.array(nodeSchema).min(1), context })
}

// The alarms of a node, in our words.
export function getAlarms(node: Node): string[] {
  return [
    ...(node.mem_alarm === true ? ['memory'] : []),
    ...(node.disk_free_alarm === true ? ['disk'] : []),
    ...((node.partitions?.length ?? 0) > 0 ? ['network_partition'] : []),
  ]
}

// Tells whether a node says all that its health needs.
export function isTold(node: Node): boolean {
  const flags = [node.mem_alarm, node.disk_free_alarm, node.partitions]
  return node.running === false || (node.running === true && !flags.includes(undefined))
}
