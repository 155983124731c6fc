import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsSilencesList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { DatadogClient } from '../client.ts'
import { cutOf, readList } from '../pages.ts'
import { toFailed, toReading } from '../reading.ts'
import { dig, digText, number, text, toTime } from '../values.ts'

const downtimes = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({
        status: text,
        scope: text,
        message: text,
        created: text,
        schedule: z.unknown().optional(),
        monitor_identifier: z
          .object({ monitor_id: number, monitor_tags: z.array(z.string()).nullish() })
          .nullish(),
      }),
      relationships: z.unknown().optional(),
    }),
  ),
})

const STATES = Object.freeze({
  active: 'active',
  scheduled: 'pending',
  ended: 'expired',
  canceled: 'expired',
} as const)

// Downtimes with their scope; a scope that is no plain list of tags stands as one matcher of its own.
export const serveAlertsSilencesList = serve(
  alertsSilencesList,
  async (client: DatadogClient, input, context) => {
    const { answers, paged } = await readList(client, {
      path: ['v2', 'downtime'],
      query: { current_only: String(input.active) },
      page: { size: 'page[limit]', place: 'page[offset]', by: 'row', rows: 100 },
      schema: downtimes,
      rowsOf: ({ data }) => data,
      needs: 'monitors_downtime',
      context,
    })
    const rows = answers
      .flatMap(({ data }) => data)
      .map(({ id, attributes, relationships }) => {
        const { status, scope, message, monitor_identifier: which } = attributes
        const current = dig(attributes.schedule, 'current_downtime')
        const known = status != null && Object.hasOwn(STATES, status)
        return {
          id,
          state: known ? STATES[status as keyof typeof STATES] : ('unknown' as const), // just checked
          matchers: [
            ...toMatchers(scope ?? ''),
            ...(which?.monitor_id == null
              ? []
              : [{ label: 'monitor_id', op: '=' as const, value: String(which.monitor_id) }]),
            ...(which?.monitor_tags ?? []).map((value) => ({
              label: 'monitor_tag',
              op: '=' as const,
              value,
            })),
          ],
          starts_at: toTime(dig(current, 'start') ?? dig(attributes.schedule, 'start')),
          ends_at: toTime(dig(current, 'end') ?? dig(attributes.schedule, 'end')),
          created_by: digText(relationships, 'created_by', 'data', 'id'),
          comment: message ?? '',
        }
      })
    const shown = rows.filter(({ state }) => !input.active || state === 'active' || state === 'unknown')
    const page = sliceByKey(shown, ({ id }) => [id], input)
    return toReading(
      { silences: [...page.rows], total: page.total },
      {
        client,
        context,
        items: page.rows.length,
        cut: cutOf(paged),
        failed: toFailed(paged),
        total: page.total,
        cursor: page.cursor,
        proof: { proof: 'enumerated' },
      },
    )
  },
)

function toMatchers(scope: string) {
  if (scope === '*' || scope === '') return []
  const tags = scope.split(/,|\s+AND\s+/).map((one) => one.trim())
  const plain = tags.every((tag) => /^[^\s:()]+:[^\s()]+$/.test(tag) && !/\bOR\b|\bNOT\b/.test(scope))
  if (!plain) return [{ label: 'scope', op: '=' as const, value: scope }]
  return tags.map((tag) => {
    const at = tag.indexOf(':')
    return { label: tag.slice(0, at), op: '=' as const, value: tag.slice(at + 1) }
  })
}
