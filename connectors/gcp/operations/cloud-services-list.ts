import { cloudServicesList } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'
import { readServices, toRollout } from '../run.ts'
import { elementAfter, hasTag, lastOf, placeOf, tail } from '../values.ts'

// Services of Cloud Run. How many instances run at the moment is not told.
export const serveServicesList = serveList(cloudServicesList, {
  async read(reader, { cluster, tag }) {
    const rows = mapRows(await readServices(reader), (all) =>
      all
        .filter((one) => cluster === undefined && hasTag(one.labels, tag))
        .map((one) => ({
          id: one.name,
          name: lastOf(one.name),
          ...placeOf(reader, elementAfter(one.name, 'locations')),
          tags: one.labels,
          platform: 'cloud_run' as const,
          cluster: null,
          state: one.terminalCondition?.state ?? null,
          desired: null,
          running: null,
          pending: null,
          revision: tail(one.latestReadyRevision),
          image: one.template?.containers[0]?.image ?? null,
          rollout: toRollout(one),
          rollout_reason: one.terminalCondition?.message ?? null,
          url: one.uri,
          deployed_at: one.updateTime,
        })),
    )
    return { ...rows, ...(cluster === undefined ? {} : { unproven: 'services_have_no_cluster' }) }
  },
  keyOf: (row) => [row.region ?? '', row.name],
  toValue: ({ rows, total }) => ({ services: [...rows], total }),
})
