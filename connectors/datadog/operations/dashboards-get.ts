import { matchVisible } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { dashboardsGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { DatadogClient } from '../client.ts'
import { toPage } from '../links.ts'
import { askOne, toReading } from '../reading.ts'
import { dig, digText, number, text, texts, toTime } from '../values.ts'

const variable = z.object({ name: z.string(), prefix: text, type: text, default: text, defaults: texts })
const dashboard = z.object({
  id: z.string(),
  title: text,
  description: text,
  modified_at: text,
  author_handle: text,
  tags: texts,
  widgets: z.array(z.object({ id: number, definition: z.unknown().optional() })),
  template_variables: z.array(variable).nullish(),
})
type Widget = z.output<typeof dashboard>['widgets'][number]

// Widgets of one dashboard with their queries; those of a group carry its title as their row.
export const serveDashboardsGet = serve(dashboardsGet, async (client: DatadogClient, input, context) => {
  const told = await askOne('uid', () =>
    client.ask({
      path: ['v1', 'dashboard', input.uid],
      schema: dashboard,
      needs: 'dashboards_read',
      context,
    }),
  )
  const panels = told.widgets
    .flatMap((one) => toPanels(one, null))
    .filter(({ title }) => matchVisible(context, title, input.panel))
  const value = {
    uid: told.id,
    title: told.title ?? '',
    description: told.description ?? null,
    folder: null,
    tags: told.tags,
    panels,
    variables: (told.template_variables ?? []).map((one) => ({
      name: one.name,
      kind: one.type ?? null,
      current: one.defaults.length > 0 ? one.defaults : one.default == null ? null : [one.default],
      query: one.prefix ?? null,
    })),
    modified_at: toTime(told.modified_at),
    modified_by: told.author_handle ?? null,
    version: null,
    url: toPage(client, `/dashboard/${told.id}`),
  }
  return toReading(value, { client, context, items: 1 })
})

type Panel = z.input<typeof dashboardsGet.output>['panels'][number]

function toPanels({ id, definition }: Widget, row: string | null): readonly Panel[] {
  const inner = dig(definition, 'widgets')
  const title = digText(definition, 'title') ?? ''
  if (Array.isArray(inner))
    return inner.flatMap((one: unknown) =>
      toPanels({ id: Number(dig(one, 'id')) || null, definition: dig(one, 'definition') }, title),
    )
  const requests = dig(definition, 'requests')
  const list = Array.isArray(requests) ? requests : requests == null ? [] : Object.values(Object(requests))
  return [
    {
      id: String(id ?? ''),
      title,
      row,
      kind: digText(definition, 'type') ?? 'unknown',
      description: null,
      unit: digText(definition, 'custom_unit'),
      queries: list.flatMap(toQueries),
      thresholds: null,
    },
  ]
}

function toQueries(request: unknown): Panel['queries'] {
  const plain = digText(request, 'q')
  const named = dig(request, 'queries')
  const queries = (Array.isArray(named) ? named : []).flatMap((one: unknown) => {
    const query = digText(one, 'query') ?? digText(one, 'search', 'query')
    const ref = digText(one, 'name')
    return query === null ? [] : [{ ref, datasource: digText(one, 'data_source'), dialect: 'datadog', query }]
  })
  return plain === null
    ? queries
    : [...queries, { ref: null, datasource: 'metrics', dialect: 'datadog', query: plain }]
}
