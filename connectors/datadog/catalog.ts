import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { DatadogClient } from './client.ts'
import { toPage } from './links.ts'
import { readList } from './pages.ts'
import { dig, digText, text, texts, toTags } from './values.ts'

const entity = z.object({
  id: z.string(),
  attributes: z.object({
    name: text,
    displayName: text,
    description: text,
    owner: text,
    kind: text,
    tags: texts,
  }),
  relationships: z.unknown().optional(),
})
const page = z.object({ data: z.array(entity), included: z.array(z.unknown()).nullish() })

export type Service = Readonly<{
  id: string
  attributes: z.output<typeof entity>['attributes']
  // The definition that its owners registered, when Datadog gave it.
  schema: unknown
}>

// Services of the software catalogue with their definitions; `name` narrows to one.
export async function readServices(client: DatadogClient, context: CallContext, name?: string) {
  const { answers, paged } = await readList(client, {
    path: ['v2', 'catalog', 'entity'],
    query: {
      'filter[kind]': 'service',
      include: 'schema',
      ...(name === undefined ? {} : { 'filter[name]': name }),
    },
    page: { size: 'page[limit]', place: 'page[offset]', by: 'row', rows: 100 },
    schema: page,
    rowsOf: ({ data }) => data,
    needs: 'apm_service_catalog_read',
    context,
  })
  const services = answers.flatMap(({ data, included }): Service[] =>
    data.map(({ id, attributes, relationships }) => {
      const which = digText(relationships, 'schema', 'data', 'id')
      const held = (included ?? []).find((one) => dig(one, 'type') === 'schema' && dig(one, 'id') === which)
      return { id, attributes, schema: which === null ? undefined : dig(held, 'attributes', 'schema') }
    }),
  )
  return { services, paged }
}

// One service as its owners registered it. Its state is not told: the catalogue knows none.
export function toRow(client: DatadogClient, { id, attributes, schema }: Service) {
  const name = attributes.name ?? id
  const languages = dig(schema, 'spec', 'languages')
  return {
    id,
    name,
    description: attributes.description ?? digText(schema, 'metadata', 'description'),
    team: attributes.owner ?? digText(schema, 'metadata', 'owner'),
    tier: digText(schema, 'spec', 'tier'),
    lifecycle: digText(schema, 'spec', 'lifecycle'),
    language: Array.isArray(languages) && typeof languages[0] === 'string' ? languages[0] : null,
    state: null,
    tags: toTags(attributes.tags),
    url: toPage(client, '/software', { service: name }),
  }
}
