import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { annotationsList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toPage } from '../links.ts'
import { joinTerms, quote } from '../query.ts'
import { toFailed, toReading } from '../reading.ts'
import { cannotAsk } from '../refusals.ts'
import { searchTrack } from '../tracks.ts'
import { digText, texts, toTime } from '../values.ts'

const TAG = /^[\w./-]+(?::[\w./@:-]+)?$/

// Events in the window by tag and text, newest first.
export const serveAnnotationsList = serve(annotationsList, async (client: DatadogClient, input, context) => {
  if (input.dashboard !== undefined) throw cannotAsk('dashboard', 'events of Datadog belong to no dashboard')
  if (!input.tags.every((one) => TAG.test(one)))
    throw cannotAsk('tags', 'a tag has a character that tags of Datadog cannot have', 'write it as key:value')
  const window = readSpan(input, context)
  const query = joinTerms([...input.tags, ...(input.contains === undefined ? [] : [quote(input.contains)])])
  const found = await searchTrack(
    client,
    { track: 'events', query, window, context },
    { limit: input.limit, cursor: input.cursor },
  )
  const annotations = found.events.map(({ id, attributes }) => ({
    id,
    at: toTime(attributes.timestamp) ?? toTime(Reflect.get(Object(attributes.attributes), 'timestamp')) ?? '',
    until: null,
    title: digText(attributes, 'attributes', 'title'),
    text: digText(attributes, 'message')?.slice(0, 8192) ?? null,
    tags: texts.catch([]).parse(attributes.tags),
    source:
      digText(attributes, 'attributes', 'sourcecategory') ??
      digText(attributes, 'attributes', 'source_type_name') ??
      digText(attributes, 'attributes', 'service'),
    by: null,
    dashboard: null,
    url: toPage(client, '/event/explorer', { query }),
  }))
  // With tags or a text asked for, none is as likely a tag that nobody writes.
  const isAll = input.tags.length === 0 && input.contains === undefined && input.cursor === undefined
  return toReading(
    { annotations, total: found.cut === undefined && input.cursor === undefined ? annotations.length : null },
    {
      client,
      context,
      items: annotations.length,
      cut: found.cut,
      cursor: found.cursor,
      failed: toFailed(found.paged),
      query,
      proof: isAll ? { proof: 'enumerated' } : { unproven: 'no_event_like_this' },
    },
  )
})
