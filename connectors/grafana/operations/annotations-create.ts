import { parseInstant, tellReading } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, SourceError, serveWrite } from '@vedette/proto/connector'
import { annotationsCreate } from '@vedette/proto/operations'
import type { z } from 'zod'
import { annotationMade, annotationRows } from '../answers.ts'
import type { GrafanaClient } from '../client.ts'
import { REFUSED } from '../errors.ts'

type Value = z.input<typeof annotationsCreate.output>

// An annotation of the organisation. The key stands among its tags, so that the same action finds what it made before.
export const serveAnnotationsCreate = serveWrite(annotationsCreate, {
  async preview(client: GrafanaClient, input, context) {
    parseInstant(input.at, 'at')
    return toReading(client, context, { created: false, id: null, at: input.at, url: null })
  },
  async run(client: GrafanaClient, input, context) {
    const time = parseInstant(input.at, 'at')
    const mark = `vedette:${context.idempotencyKey}`
    const known = await client.ask({
      path: ['annotations'],
      query: { from: `${time - 1}`, to: `${time + 1}`, tags: [mark], limit: '10' },
      schema: annotationRows,
      needs: 'annotations:read',
      context,
    })
    const made = known.find(({ tags }) => tags?.includes(mark) === true)
    const { id } =
      made ?? (await create(client, { time, text: input.text, tags: [...input.tags, mark] }, context))
    return toReading(client, context, { created: true, id: `${id}`, at: input.at, url: null })
  },
})

async function create(client: GrafanaClient, body: unknown, context: CallContext) {
  try {
    return await client.tell({ path: ['annotations'], body, schema: annotationMade, context })
  } catch (error) {
    if (!(error instanceof SourceError) || error.carried.code !== REFUSED) throw error
    throw new ArgumentError({
      field: 'text',
      message: 'Grafana refuses this annotation',
      fix: 'shorten the text and check the tags',
    })
  }
}

async function toReading(client: GrafanaClient, context: CallContext, value: Value) {
  return tellReading(value, { context, scope: await client.identify(context), items: 1 })
}
