import { SourceError } from '@vedette/proto/connector'
import { deploysList } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import { collect } from '../answers.ts'
import { serveList } from '../reading.ts'
import { type RunRevision, readServices, revision } from '../run.ts'
import { lastOf, names } from '../values.ts'

const MAX_SERVICES = 100

// Revisions that Cloud Run made in the window: each is a deploy. A service whose revisions could not be read is a gap;
// what other ways of deploying did is not here.
export const serveDeploysList = serveList(deploysList, {
  async read(reader, input) {
    const services = await readServices(reader)
    const wanted = services.paged.items.filter((one) => names(one.name, input.service))
    const gaps: Part[] = [...services.gaps]
    const items: ReturnType<typeof toDeploy>[] = []
    for (const one of wanted.slice(0, MAX_SERVICES)) {
      try {
        const list = await collect(reader, {
          service: 'run',
          path: [...one.name.split('/'), 'revisions'],
          field: 'revisions',
          row: revision,
          size: ['pageSize', 100],
          needs: 'run.revisions.list',
        })
        if (list.paged.stop === 'failed') throw list.paged.error
        gaps.push(...list.gaps)
        items.push(...list.paged.items.map((it) => toDeploy(it, lastOf(one.name))))
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        gaps.push({
          scope: { ...reader.scope, service: lastOf(one.name) },
          state: error.state,
          ...error.carried,
        })
      }
    }
    const from = Date.parse(input.from)
    const to = Date.parse(input.to)
    const isAsked = input.environment ?? input.cluster ?? input.namespace
    const asked = items.filter(
      (row) =>
        isAsked === undefined &&
        (input.state === undefined || row.state === input.state) &&
        (row.started_at === null || (Date.parse(row.started_at) >= from && Date.parse(row.started_at) < to)),
    )
    const paged =
      wanted.length > MAX_SERVICES
        ? ({ items: asked, stop: 'cap', cap: 'rows' } as const)
        : { ...services.paged, items: asked }
    // Other ways of deploying are not read, so no revision is no proof that nothing was deployed.
    return { paged, gaps, unproven: 'only_cloud_run_was_read' }
  },
  keyOf: (row) => [-Date.parse(row.started_at ?? '1970-01-01T00:00:00Z'), row.id],
  toValue: ({ rows, total }) => ({ deploys: [...rows], total }),
})

function toDeploy(one: RunRevision, service: string) {
  const ready = one.conditions.find((it) => it.type === 'Ready')
  return {
    id: one.name,
    kind: 'revision' as const,
    state: toState(one.reconciling, ready?.state ?? null),
    service,
    environment: null,
    cluster: null,
    namespace: null,
    workload: service,
    version: lastOf(one.name),
    previous_version: null,
    repository: null,
    commit: null,
    started_at: one.createTime,
    finished_at: null,
    by: null,
    rollback: null,
    url: null,
  }
}

function toState(reconciling: boolean, state: string | null): 'running' | 'succeeded' | 'failed' | 'unknown' {
  if (reconciling) return 'running'
  if (state === 'CONDITION_FAILED') return 'failed'
  return state === 'CONDITION_SUCCEEDED' ? 'succeeded' : 'unknown'
}
