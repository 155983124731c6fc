import { sliceByKey } from '@vedette/connectors/kit'
import { type CallContext, serve } from '@vedette/proto/connector'
import { syntheticsTestsList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { SentryClient } from '../client.ts'
import { readSight } from '../projects.ts'
import { askPart, cutOf, toFailed, toReading } from '../reading.ts'
import { checkSchema, type Monitor, readMonitors, toChecksPath, toRow } from '../uptime.ts'

// Monitors whose last turn is read for one answer, one question each.
const MAX_READ = 40
const checks = z.array(checkSchema)

// Uptime monitors with where each stands. One that Sentry calls up is passing only by a turn of lately.
export const serveSyntheticsTestsList = serve(
  syntheticsTestsList,
  async (client: SentryClient, input, context) => {
    const sight = await readSight(client, context)
    const paged = await readMonitors(client, context)
    const now = context.clock.now()
    const failed = [...toFailed(paged)]
    const claimed = paged.items.filter((one) => one.status === 'active' && one.uptimeStatus === 1)
    const looked = new Set(claimed.slice(0, MAX_READ))
    const rows = []
    for (const one of paged.items) {
      if (!looked.has(one)) {
        rows.push(toRow(one, undefined, now))
        continue
      }
      const last = await askPart(() => readLast(client, one, context))
      failed.push(...last.failed)
      rows.push(toRow(one, last.value, now))
    }
    const shown = rows.filter(
      (row) => (input.state === undefined || row.state === input.state) && hasTag(row.tags, input.tag),
    )
    const slice = sliceByKey(shown, (row) => [row.name, row.id], input)
    const isUnknown = rows.some((row) => row.state === 'unknown')
    return toReading(
      { tests: [...slice.rows], total: slice.total },
      {
        client,
        context,
        items: slice.rows.length,
        total: slice.total,
        cursor: slice.cursor,
        cut:
          cutOf(paged) ??
          (claimed.length > MAX_READ ? 'rows' : slice.rows.length > 0 ? sight.cut : undefined),
        failed,
        proof: sight.limit(
          input.tag !== undefined
            ? { unproven: 'tag_unknown' }
            : input.state !== undefined && isUnknown
              ? { unproven: 'tests_without_a_known_state' }
              : { proof: 'enumerated' },
        ),
      },
    )
  },
)

async function readLast(client: SentryClient, one: Monitor, context: CallContext) {
  const path = toChecksPath(client, one)
  const ask = {
    path,
    isRooted: true,
    query: { per_page: '1' },
    schema: checks,
    context,
    needs: 'project:read',
  }
  return (await client.ask(ask)).value[0] ?? null
}

function hasTag(tags: Readonly<Record<string, string>>, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const [key = '', ...value] = wanted.split(':')
  return Object.hasOwn(tags, key) && (value.length === 0 || tags[key] === value.join(':'))
}
