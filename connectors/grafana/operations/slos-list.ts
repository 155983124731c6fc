import { sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { slosList } from '@vedette/proto/operations'
import { sloRows } from '../answers.ts'
import { askPlugin, type GrafanaClient } from '../client.ts'

// Objectives of Grafana's SLO plugin. It tells what is aimed at and not what was reached: none is met by that.
export const serveSlosList = serve(slosList, async (client: GrafanaClient, input, context) => {
  const told = await askPlugin('grafana-slo-app', () =>
    client.ask({
      path: ['plugins', 'grafana-slo-app', 'resources', 'v1', 'slo'],
      schema: sloRows,
      needs: 'grafana-slo-app.slo:read',
      context,
    }),
  )
  const all = told.slos.map(({ uuid, name, objectives, labels }) => {
    const tags = Object.fromEntries((labels ?? []).map(({ key, value }) => [key, value]))
    const [first] = objectives ?? []
    const days = /^(\d+)([dw])$/.exec(first?.window ?? '')
    const service = client.config.service_labels.map((label) => tags[label]).find((one) => one !== undefined)
    return {
      ...{ id: uuid, name, service: service ?? null, kind: 'unknown' as const },
      objective: first?.value ?? null,
      period_days: days === null ? null : Number(days[1]) * (days[2] === 'w' ? 7 : 1),
      ...{ attained: null, budget_left: null, state: 'unknown' as const, tags, url: null },
    }
  })
  const { service, tag, state } = input
  const [key = '', value] = (tag ?? '').split(/:(.*)/s)
  const rows = all.filter(
    (one) =>
      state === undefined &&
      (service === undefined || one.service === service) &&
      (tag === undefined ||
        (one.tags[key] !== undefined && (value === undefined || one.tags[key] === value))),
  )
  const page = sliceByKey(rows, ({ name, id }) => [name, id], input)
  const isFiltered = service !== undefined || tag !== undefined
  return tellReading(
    { slos: [...page.rows], total: state === undefined ? page.total : null },
    {
      ...{ context, scope: await client.identify(context), items: page.rows.length },
      ...{ total: page.total, cursor: page.cursor },
      // What was reached is not told, so no objective can be said to be in a state.
      doubt: 'attainment_not_told',
      evidence: {
        unproven:
          state !== undefined
            ? 'attainment_not_told'
            : isFiltered
              ? 'label_unknown'
              : 'folders_may_be_hidden',
      },
    },
  )
})
