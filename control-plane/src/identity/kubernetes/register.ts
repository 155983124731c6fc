import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '@vedette/proto/clock'
import { z } from 'zod'
import type { ClusterRow, Store } from '../../store/types.ts'
import { parseKeySet } from './issuer-keys.ts'

const dns = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/, 'must be 1 to 63 lower-case letters, digits, "." or "-"')
const issuer = z
  .string()
  .max(512)
  .regex(/^https:\/\/[^\s?#@]+$/, 'must be an https URL without credentials or query')

const clusterSchema = z.strictObject({
  alias: dns,
  issuer: issuer.default('https://kubernetes.default.svc.cluster.local'),
  jwks: z
    .record(z.string(), z.unknown())
    .refine((value) => parseKeySet(value) !== null, 'must be a JSON Web Key Set of public keys')
    .refine((value) => !JSON.stringify(value).includes('"d":'), 'must hold public keys only')
    .optional(),
  ca: z
    .string()
    .max(65_536)
    .regex(/-----BEGIN CERTIFICATE-----/, 'must be PEM certificates')
    .optional(),
  namespace: dns.default('vedette'),
  serviceaccount: dns.default('vedette-agent'),
  labels: z.record(z.string().min(1).max(64), z.string().max(256)).default({}),
})

// The clusters of one file, as POST /api/v1/clusters takes them: `prune` removes what the file does not name,
// `dry_run` only says what would change.
export const registrationSchema = z
  .strictObject({
    clusters: z.array(clusterSchema).max(1000),
    prune: z.boolean().default(false),
    dry_run: z.boolean().default(false),
  })
  .superRefine(({ clusters }, context) => {
    const tell = (index: number, key: string, message: string) =>
      context.addIssue({ code: 'custom', path: ['clusters', index, key], message })
    for (const [index, one] of clusters.entries()) {
      if (clusters.findIndex((other) => other.alias === one.alias) < index)
        tell(index, 'alias', 'is there twice')
      else if (clusters.findIndex((other) => toProofText(other) === toProofText(one)) < index)
        tell(index, 'serviceaccount', 'another alias has the same keys, namespace and ServiceAccount')
      if (one.jwks === undefined && one.issuer.endsWith('.svc.cluster.local'))
        tell(index, 'issuer', 'is a name inside the cluster: give its public issuer, or upload jwks')
    }
  })

export type Registration = z.output<typeof registrationSchema>
type Wanted = Registration['clusters'][number]

// What a registration changes, by alias. `absent` are registered and not in the file: they stay without `prune`.
export type RegistrationDiff = Readonly<{
  dry_run: boolean
  added: readonly string[]
  changed: readonly Readonly<{ alias: string; fields: readonly string[] }>[]
  unchanged: readonly string[]
  removed: readonly string[]
  absent: readonly string[]
}>

export type RegistrarParts = Readonly<{
  store: Pick<Store, 'clusters' | 'enrolments'>
  clock: Clock
  // Ends all keys of an agent, on the bus too.
  revoke(organisation: string, agent: string): Promise<unknown>
}>

// Makes the registered clusters those of the file. An agent whose proof changes or whose cluster is removed loses its
// keys: it must prove itself by the new entry, or is gone.
export async function registerClusters(
  { store, clock, revoke }: RegistrarParts,
  organisation: string,
  { clusters, prune, dry_run }: Registration,
): Promise<RegistrationDiff> {
  const known = await store.clusters.list(organisation)
  const before = new Map(known.map((row) => [row.alias, row]))
  const named = new Set(clusters.map((one) => one.alias))
  const rest = known.filter((row) => !named.has(row.alias))
  const at = new Date(clock.now()).toISOString()
  const rows = clusters.map((one) => {
    const row = before.get(one.alias)
    return { row, fields: row === undefined ? [] : findFields(row, one), next: toRow(one, row, at) }
  })
  const changes = rows.filter(({ row, fields }) => row !== undefined && fields.length > 0)
  const diff: RegistrationDiff = {
    dry_run,
    added: rows.flatMap(({ row, next }) => (row === undefined ? [next.alias] : [])),
    changed: changes.map(({ next, fields }) => ({ alias: next.alias, fields })),
    unchanged: rows.flatMap(({ row, fields, next }) =>
      row !== undefined && fields.length === 0 ? [next.alias] : [],
    ),
    removed: prune ? rest.map((row) => row.alias) : [],
    absent: prune ? [] : rest.map((row) => row.alias),
  }
  if (dry_run) return diff
  const put = rows.flatMap(({ row, fields, next }) => (row === undefined || fields.length > 0 ? [next] : []))
  await store.clusters.apply(organisation, { put, remove: diff.removed })
  const ended = changes
    .filter(({ fields }) => fields.some((field) => field !== 'labels'))
    .map(({ next }) => next)
  for (const { agent } of [...ended, ...(prune ? rest : [])]) {
    const keys = await store.enrolments.find(organisation, agent)
    if (keys.some((key) => key.revoked_at === null)) await revoke(organisation, agent)
  }
  return diff
}

function toRow(one: Wanted, row: ClusterRow | undefined, at: string): Omit<ClusterRow, 'organisation'> {
  return {
    ...one,
    jwks: one.jwks ?? null,
    ca: one.ca ?? null,
    agent: row?.agent ?? `ag_${randomBytes(12).toString('hex')}`,
    registered_at: row?.registered_at ?? at,
  }
}

const FIELDS = ['issuer', 'jwks', 'ca', 'namespace', 'serviceaccount', 'labels'] as const

function findFields(row: ClusterRow, one: Wanted): readonly string[] {
  return FIELDS.filter((field) => !isDeepStrictEqual(row[field] ?? null, one[field] ?? null))
}

function toProofText({ issuer, jwks, namespace, serviceaccount }: Wanted): string {
  return JSON.stringify([issuer, jwks ?? null, namespace, serviceaccount])
}
