import { checkSegment, matchVisible, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { dashboardsGet } from '@vedette/proto/operations'
import { dashboardAnswer, type PanelAnswer, type SourceAnswer } from '../answers.ts'
import { askOne, type GrafanaClient } from '../client.ts'
import { toTime } from '../rules.ts'
import { toPageUrl } from '../urls.ts'

const DIALECTS: Readonly<Record<string, string>> = Object.freeze({
  prometheus: 'promql',
  loki: 'logql',
  tempo: 'traceql',
})
const QUERY_KEYS = ['expr', 'query', 'rawSql', 'rawQuery', 'expression', 'target'] as const
const MAX_TEXT = 4096

// One dashboard with its panels, those of collapsed rows included.
export const serveDashboardsGet = serve(dashboardsGet, async (client: GrafanaClient, input, context) => {
  const uid = checkSegment('name', input.uid, 'uid')
  const { dashboard, meta } = await askOne('uid', () =>
    client.ask({
      path: ['dashboards', 'uid', uid],
      schema: dashboardAnswer,
      needs: 'dashboards:read',
      context,
    }),
  )
  let row: string | null = null
  const all = (dashboard.panels ?? []).flatMap((one) => {
    if (one.type !== 'row') return [toPanel(one, row)]
    row = one.title ?? null
    return (one.panels ?? []).map((inner) => toPanel(inner, one.title ?? null))
  })
  const panels = all.filter(({ title }) => matchVisible(context, title, input.panel))
  const value = {
    ...{ uid: dashboard.uid, title: dashboard.title, description: dashboard.description || null },
    ...{ folder: meta.folderTitle ?? null, tags: dashboard.tags ?? [], panels },
    variables: (dashboard.templating?.list ?? []).map(({ name, type, query, current }) => ({
      name,
      kind: type ?? null,
      current: current == null ? null : [current.value].flat().map(String),
      query: typeof query === 'string' ? query.slice(0, MAX_TEXT) : null,
    })),
    modified_at: toTime(meta.updated),
    modified_by: meta.updatedBy || null,
    version: dashboard.version ?? null,
    url: toPageUrl(client.config.url, meta.url),
  }
  return tellReading(value, { context, scope: await client.identify(context), items: 1 })
})

function toPanel(panel: PanelAnswer, row: string | null) {
  const { unit, thresholds } = panel.fieldConfig?.defaults ?? {}
  const queries = (panel.targets ?? []).flatMap((target) => {
    const source = toSource(target.datasource ?? panel.datasource)
    const told = QUERY_KEYS.map((key) => target[key]).find((one) => typeof one === 'string' && one !== '')
    if (typeof told !== 'string') return []
    const query = told.slice(0, MAX_TEXT)
    return [{ ref: target.refId ?? null, datasource: source.uid, dialect: source.dialect, query }]
  })
  return {
    id: `${panel.id ?? ''}`,
    title: panel.title ?? '',
    row,
    kind: panel.type ?? 'unknown',
    description: panel.description || null,
    unit: unit ?? null,
    queries,
    thresholds: thresholds?.steps?.flatMap(({ value }) => (value == null ? [] : [value])) ?? null,
  }
}

function toSource(source: SourceAnswer): Readonly<{ uid: string | null; dialect: string | null }> {
  if (typeof source === 'string') return { uid: source, dialect: null }
  return { uid: source?.uid ?? null, dialect: DIALECTS[source?.type ?? ''] ?? null }
}
