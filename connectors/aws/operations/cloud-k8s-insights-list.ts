import { sliceByKey } from '@vedette/connectors/kit'
import { cloudK8sInsightsList } from '@vedette/proto/operations'
import type { Output } from '../client.ts'
import { describeEach, findCluster } from '../clusters.ts'
import type { Reader } from '../connect.ts'
import { checkWhole, collect } from '../pages.ts'
import { pageOf, serveFind } from '../reading.ts'
import { placeOf, texts, told, toTime, toWord } from '../values.ts'

const STATES = Object.freeze({ PASSING: 'passing', WARNING: 'warning', ERROR: 'error' } as const)

// What EKS checked of a cluster, such as readiness for the next version. Without any check nothing is passing.
export const serveK8sInsightsList = serveFind(cloudK8sInsightsList, {
  field: 'cluster',
  async find(reader, input) {
    const cluster = await findCluster(reader, input.cluster)
    if (cluster?.name === undefined) return undefined
    const all = await readInsights(reader, cluster.name)
    const rows = all.filter((row) => !input.open_only || row.state !== 'passing')
    const slice = sliceByKey(rows, (row) => [row.state, row.id], input)
    const value = { cluster: cluster.name, insights: [...slice.rows], total: slice.total }
    const none = { scope: reader.scope, state: 'unproven' as const, items: 0, why: 'no_check_has_run' }
    return {
      value,
      items: Math.max(1, all.length),
      page: pageOf(slice),
      notes: all.length === 0 ? [none] : [],
    }
  },
})

type Insight = NonNullable<Output<'eks', 'describeInsight'>['insight']>

async function readInsights(reader: Reader, clusterName: string) {
  const paged = await collect(async (nextToken) => {
    const said = await reader.call('eks', 'listInsights', {
      clusterName,
      ...(nextToken === undefined ? {} : { nextToken }),
    })
    return { items: said.insights, next: said.nextToken }
  })
  checkWhole(paged)
  const ids = texts(paged.items.map((one) => one.id))
  const all = await describeEach(
    ids,
    async (id) => (await reader.call('eks', 'describeInsight', { clusterName, id })).insight,
  )
  return all.map((one) => toRow(reader, one))
}

function toRow(reader: Reader, one: Insight) {
  return {
    id: one.id ?? '',
    ...placeOf(reader),
    name: one.name ?? 'unknown',
    category: one.category ?? null,
    target_version: one.kubernetesVersion ?? null,
    state: toWord(STATES, one.insightStatus?.status),
    description: told(one.description),
    recommendation: told(one.recommendation),
    affected: texts((one.resources ?? []).map((it) => it.kubernetesResourceUri ?? it.arn)),
    checked_at: toTime(one.lastRefreshTime),
  }
}
