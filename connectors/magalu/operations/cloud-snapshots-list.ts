import { together } from '@vedette/connectors/kit'
import { cloudSnapshotsList } from '@vedette/proto/operations'
import { readSnapshots } from '../compute.ts'
import { type Site, serveList } from '../reading.ts'
import { GIB, toTime, toWord } from '../values.ts'

const STATES = Object.freeze({
  provisioning: 'pending',
  creating: 'pending',
  replicating: 'pending',
  completed: 'completed',
  restoring: 'completed',
  creating_error: 'error',
  creating_error_quota: 'error',
  deleted_error: 'error',
  replicating_error: 'error',
  restoring_error: 'error',
} as const)

// Snapshots of volumes and of machines. They carry no labels, so none of a label is ever proved.
export const serveCloudSnapshotsList = serveList(cloudSnapshotsList, {
  async read(site, { source, tag }) {
    const lists = await together([readSnapshots(site, 'volume'), readSnapshots(site, 'compute')])
    const all = lists.flatMap(({ items }) => items.map((one) => toRow(site, one)))
    const rows = all.filter((one) => tag === undefined && (source === undefined || one.source === source))
    const isUnsure = source !== undefined && all.some((one) => one.source === null)
    return {
      rows,
      paged: lists,
      unproven: tag !== undefined ? 'snapshots_have_no_labels' : isUnsure ? 'sources_not_told' : undefined,
    }
  },
  keyOf: (row) => [row.region ?? '', row.name ?? '', row.id],
  toValue: ({ rows, total }) => ({ snapshots: rows, total }),
})

type Told = Awaited<ReturnType<typeof readSnapshots>>['items'][number]

function toRow(site: Site, one: Told) {
  return {
    id: one.id,
    name: one.name ?? null,
    account: site.account,
    region: site.region,
    tags: null,
    source: one.volume?.id ?? one.instance?.id ?? null,
    source_exists: null,
    size_bytes: one.size == null ? null : one.size * GIB,
    state: toWord(STATES, one.status),
    encrypted: null,
    shared: null,
    automatic: null,
    created_at: toTime(one.created_at),
  }
}
