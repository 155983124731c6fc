import { toRfc3339 } from '@vedette/connectors/kit'
import { complete, partialOf, type Reading, SourceError, serve } from '@vedette/proto/connector'
import { cacheSlowlogList } from '@vedette/proto/operations/cache'
import type { Part } from '@vedette/proto/visibility'
import { z } from 'zod'
import type { Command, RedisClient } from '../client.ts'
import { readInfo, toNumber } from '../info.ts'
import { toFacts } from '../reading.ts'
import { toArguments, toCommandName } from '../shape.ts'

const entrySchema = z.tuple([z.number(), z.number(), z.number(), z.array(z.string())]).rest(z.string())

// The newest slow commands, without their data.
export const cacheSlowlog = serve<RedisClient, typeof cacheSlowlogList.input, typeof cacheSlowlogList.output>(
  cacheSlowlogList,
  async (client, { limit }, context) =>
    client.run(context, async (command) => {
      const raw = z.array(entrySchema).safeParse(await command('SLOWLOG', 'GET', String(limit)))
      const total = await command('SLOWLOG', 'LEN')
      if (!raw.success || typeof total !== 'number')
        throw new SourceError('unusable', { why: 'schema_mismatch' })
      const bounds = await readBounds(command)
      const entries = raw.data.map(([id, at, took_us, words, address]) => ({
        id: String(id),
        at: toRfc3339(at * 1000),
        took_us,
        command: toCommandName(words),
        arguments: toArguments(words),
        client: address === undefined || address === '' ? null : address,
      }))
      const value = { entries, threshold_us: bounds.threshold, kept: bounds.kept, total }
      return toReading(value, { bounds, facts: toFacts(client, context), reset: await findReset(command) })
    }),
)

type Bounds = Readonly<{ threshold: number | null; kept: number | null; failed?: SourceError }>

// Without the threshold an empty log says nothing, so a refusal to tell it stays beside what was read.
async function readBounds(command: Command): Promise<Bounds> {
  try {
    const threshold = await readSetting(command, 'slowlog-log-slower-than')
    return { threshold, kept: await readSetting(command, 'slowlog-max-len') }
  } catch (error) {
    if (error instanceof SourceError && (error.state === 'forbidden' || error.state === 'not_served'))
      return { threshold: null, kept: null, failed: error }
    throw error
  }
}

async function readSetting(command: Command, name: string): Promise<number | null> {
  const reply = await command('CONFIG', 'GET', name)
  return Array.isArray(reply) ? toNumber(String(reply[1])) : null
}

type Reset = 'never' | 'was_reset' | 'not_told'

// Redis 7 counts SLOWLOG RESET since its start; a count that was itself reset, or an older server, tells nothing.
async function findReset(command: Command): Promise<Reset> {
  const stats = (await readInfo(command, 'commandstats')).get('commandstats')
  if (stats === undefined || ![...stats.keys()].some((name) => name.includes('|'))) return 'not_told'
  if (stats.has('cmdstat_config|resetstat')) return 'not_told'
  return stats.has('cmdstat_slowlog|reset') ? 'was_reset' : 'never'
}

type Value = z.input<typeof cacheSlowlogList.output>

function toReading(
  value: Value,
  found: Readonly<{ bounds: Bounds; facts: ReturnType<typeof toFacts>; reset: Reset }>,
): Reading<Value> {
  const { bounds, facts, reset } = found
  const items = value.entries.length
  const total = Number(value.total)
  const refused: Part[] =
    bounds.failed === undefined
      ? []
      : [
          {
            scope: { ...facts.scope, setting: 'slowlog-log-slower-than' },
            state: bounds.failed.state,
            ...bounds.failed.carried,
          },
        ]
  if (items === 0) {
    const doubt = toDoubt(bounds, reset)
    if (doubt === undefined) return complete(value, { items, proof: 'enumerated', ...facts })
    return partialOf(value, [{ ...facts, state: 'unproven', why: doubt }, ...refused])
  }
  // A full log has dropped what is older.
  const isFull = bounds.kept !== null && total >= bounds.kept
  if (items < total || isFull) {
    const cap = items < total ? 'rows' : 'by_source'
    return partialOf(value, [{ ...facts, state: 'truncated', cap, at_least: total }, ...refused])
  }
  return partialOf(value, [{ ...facts, state: 'read', items }, ...refused])
}

function toDoubt({ threshold, kept }: Bounds, reset: Reset): string | undefined {
  if (threshold === null) return 'threshold_unknown'
  if (threshold < 0 || kept === 0) return 'slowlog_off'
  if (reset === 'was_reset') return 'slowlog_was_reset'
  return reset === 'not_told' ? 'reset_not_told' : undefined
}
