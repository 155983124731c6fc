import { checkSegment, type Paged, together } from '@vedette/connectors/kit'
import { z } from 'zod'
import { readList } from './lists.ts'
import { pickOne, type Site } from './reading.ts'
import { flag, GIB, number, text, toTime } from './values.ts'

const needs = 'dbaas.read'
const address = z.looseObject({ access: text, address: text, port: text })
const database = z.looseObject({
  id: z.string(),
  name: text,
  engine_id: text,
  instance_type_id: text,
  volume: z.looseObject({ size: number, type: text }).nullish(),
  addresses: z.array(address).nullish(),
  status: text,
  source_id: text,
  parameter_group_id: text,
  apply_parameters_pending: flag,
  availability_zone: text,
  backup_retention_days: number,
  backup_start_at: text,
  created_at: text,
  deletion_protected: flag,
})
type Told = z.output<typeof database>
const engine = z.looseObject({ id: z.string(), name: text, version: text })
const snapshot = z.looseObject({
  id: z.string(),
  type: text,
  status: text,
  allocated_size: number,
  created_at: text,
  started_at: text,
  finished_at: text,
})
const parameter = z.looseObject({ name: z.string(), value: z.unknown() })

// A database with what kind of thing it is, and its engine's name.
export type Database = Told &
  Readonly<{ kind: 'instances' | 'clusters' | 'replicas'; engine: string; version: string | null }>
const KINDS = ['instances', 'clusters', 'replicas'] as const
const ROLES = Object.freeze({ instances: 'primary', clusters: 'cluster', replicas: 'replica' } as const)

// Every database of a site: instances, clusters and replicas, with the lists they came from.
export async function readDatabases(site: Site) {
  const ask = { ...site, name: 'results', needs, paging: 'offset' as const }
  const [engines, ...lists] = await together([
    readList(site.client, { ...ask, path: ['database', 'v2', 'engines'], row: engine }),
    ...KINDS.map((kind) => readList(site.client, { ...ask, path: ['database', 'v2', kind], row: database })),
  ])
  const names = new Map(engines.items.map((one) => [one.id, one]))
  const databases = lists.flatMap(({ items }, index) =>
    items.map((one): Database => {
      const found = names.get(one.engine_id ?? '')
      const kind = KINDS[index] ?? 'instances'
      return {
        ...one,
        kind,
        engine: found?.name ?? one.engine_id ?? 'unknown',
        version: found?.version ?? null,
      }
    }),
  )
  return { databases, paged: [engines, ...lists] as readonly Paged<unknown>[] }
}

// The database of an id or name. Throws what a list that was not read to its end threw.
export async function findDatabase(site: Site, wanted: string): Promise<Database | undefined> {
  const { databases, paged } = await readDatabases(site)
  const open = paged.find(({ stop }) => stop !== 'end')
  const list: Paged<Database> =
    open === undefined ? { items: databases, stop: 'end' } : { ...open, items: databases }
  return pickOne(list, wanted, 'id', ({ id, name }) => [id, name])
}

// Backups of one database. Replicas have none of their own.
export function readBackups(site: Site, { id, kind }: Database) {
  const path = ['database', 'v2', kind, checkSegment('name', id, 'id'), 'snapshots']
  return readList(site.client, { ...site, path, name: 'results', row: snapshot, needs, paging: 'offset' })
}

// Parameters of a group.
export function readParameters(site: Site, group: string) {
  const path = ['database', 'v2', 'parameter-groups', checkSegment('name', group, 'id'), 'parameters']
  return readList(site.client, { ...site, path, name: 'results', row: parameter, needs, paging: 'offset' })
}

// One database as a row.
export function toDatabase(site: Site, one: Database) {
  const { addresses } = one
  const first = addresses?.find((each) => each.address != null && each.address !== '')
  const port = Number(first?.port)
  return {
    id: one.id,
    name: one.name ?? null,
    account: site.account,
    region: site.region,
    tags: null,
    engine: one.engine,
    version: one.version,
    role: ROLES[one.kind],
    state: one.status ?? 'unknown',
    machine_type: one.instance_type_id ?? null,
    storage_bytes: one.volume?.size == null ? null : one.volume.size * GIB,
    multi_zone: null,
    zones: one.availability_zone ? [one.availability_zone] : null,
    endpoint: first?.address ?? null,
    port: first?.port && Number.isInteger(port) ? port : null,
    network: null,
    // No address is private only where each says so.
    public_address: toPublic(addresses),
    encrypted: null,
    deletion_protection: one.deletion_protected ?? null,
    source: one.source_id ?? null,
    created_at: toTime(one.created_at),
  }
}

function toPublic(addresses: Told['addresses']): boolean | null {
  if (addresses == null || addresses.length === 0) return null
  const words = addresses.map(({ access }) => access?.toUpperCase())
  if (words.includes('PUBLIC')) return true
  return words.every((one) => one === 'PRIVATE') ? false : null
}
