import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { maybe } from '../values.ts'

// Nodes, shards and space of a search cluster.
export const searchClusterHealth = defineOperation({
  id: 'search.cluster.health',
  title: 'Health of a search cluster',
  describe:
    'Gives state of a search cluster with nodes, shards that are not assigned and why, pending tasks, and space and heap of nodes.',
  when: ['elasticsearch red', 'unassigned shards', 'cluster yellow', 'disk watermark', 'heap pressure'],
  contract: 1,
  input: z.strictObject({}),
  output: z.object({
    cluster: z.string(),
    state: z.enum(['green', 'yellow', 'red', 'unknown']),
    version: maybe.text,
    nodes: maybe.number,
    data_nodes: maybe.number,
    active_shards: maybe.number,
    relocating_shards: maybe.number,
    initializing_shards: maybe.number,
    unassigned_shards: maybe.number,
    unassigned: z.array(
      z.object({
        index: z.string(),
        shard: z.number(),
        primary: z.boolean(),
        reason: maybe.text,
        explanation: maybe.freeText,
      }),
    ),
    pending_tasks: maybe.number,
    oldest_task_s: maybe.number,
    by_node: z.array(
      z.object({
        name: z.string(),
        roles: maybe.texts,
        heap_percent: maybe.number,
        cpu_percent: maybe.number,
        disk_used_percent: maybe.number,
        load_1m: maybe.number,
      }),
    ),
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 10,
  permissions: { elasticsearch: ['cluster: monitor'] },
  proof: 'never: one cluster is one item',
  since: '0.1.0',
})
