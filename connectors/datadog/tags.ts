import type { Span } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { DatadogClient } from './client.ts'
import { toCondition } from './query.ts'
import { askOne } from './reading.ts'
import { texts } from './values.ts'

type Match = Readonly<{ label: string; op: string; value: string }>

// Conditions on labels as tags of a metric query. Throws ArgumentError for what Datadog cannot say of tags.
export function toConditions(match: readonly Match[]): readonly string[] {
  return match.map(({ label, op, value }) => {
    if (op === '=') return toCondition(label, value, 'match')
    if (op === '!=') return `!${toCondition(label, value, 'match')}`
    throw new ArgumentError({
      field: 'match',
      message: 'Datadog compares tags with = and != only',
      fix: 'name the values, one condition each',
    })
  })
}

// The same as one filter of a list; undefined when there is none.
export function toFilter(match: readonly Match[]): string | undefined {
  const conditions = toConditions(match)
  return conditions.length === 0 ? undefined : conditions.join(' AND ').replaceAll('!', 'NOT ')
}

const tagAnswer = z.object({
  data: z.object({ attributes: z.object({ tags: texts, ingested_tags: texts }) }),
})

// Tags `key:value` that series of a metric carried since the window's start. An unknown metric is an error of the
// argument.
export async function askTags(
  client: DatadogClient,
  metric: string | undefined,
  over: Readonly<{ window: Span; context: CallContext; match: readonly Match[] }>,
): Promise<readonly string[]> {
  if (metric === undefined)
    throw new ArgumentError({
      field: 'metric',
      message: 'Datadog lists tags of one metric at a time',
      fix: 'name a metric, as metrics_names_list gives it',
    })
  const { window, context, match } = over
  const seconds = Math.max(3600, Math.ceil((context.clock.now() - window.from) / 1000))
  const filter = toFilter(match)
  const { data } = await askOne('metric', () =>
    client.ask({
      path: ['v2', 'metrics', metric, 'all-tags'],
      query: {
        'window[seconds]': String(seconds),
        ...(filter === undefined ? {} : { 'filter[tags]': filter }),
      },
      schema: tagAnswer,
      needs: 'metrics_read',
      context,
    }),
  )
  return [...new Set([...data.attributes.tags, ...data.attributes.ingested_tags])]
}
