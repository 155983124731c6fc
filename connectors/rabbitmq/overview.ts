import { type CallContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { RabbitmqClient } from './client.ts'

const overviewSchema = z.looseObject({
  cluster_name: z.string(),
  rabbitmq_version: z.string().nullish(),
  disable_stats: z.boolean().optional(),
  statistics_db_event_queue: z.number().optional(),
  object_totals: z.looseObject({ connections: z.number().optional() }).optional(),
})
export type Overview = z.output<typeof overviewSchema>

// Events that wait to be counted before figures are called late.
const MOST_WAITING = 1000

// Who the cluster is, and whether it counts. Throws `scope_mismatch` for another cluster than the one expected.
export async function readOverview(client: RabbitmqClient, context: CallContext): Promise<Overview> {
  const overview = await client.ask({ path: ['overview'], schema: overviewSchema, context })
  const expected = client.config.expect_cluster_name
  if (expected !== undefined && overview.cluster_name !== expected)
    throw new SourceError('unusable', { why: 'scope_mismatch' })
  return overview
}

// Why figures say less than they seem to, or undefined when they are counted and up to date.
export function findStatisticsDoubt(overview: Overview): string | undefined {
  if (overview.disable_stats === true) return 'statistics_disabled'
  return (overview.statistics_db_event_queue ?? 0) > MOST_WAITING ? 'statistics_delayed' : undefined
}

const whoamiSchema = z.looseObject({ tags: z.union([z.string(), z.array(z.string())]) })

// Tells whether the user sees every virtual host's name; others see only those that they have a right on.
export async function seesAllVhosts(client: RabbitmqClient, context: CallContext): Promise<boolean> {
  const { tags } = await client.ask({ path: ['whoami'], schema: whoamiSchema, context })
  const list = typeof tags === 'string' ? tags.split(',') : tags
  return list.some((tag) => ['monitoring', 'administrator'].includes(tag.trim()))
}
