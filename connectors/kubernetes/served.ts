import { type CallContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { KubernetesClient } from './client.ts'
import { isRefusal, REFUSALS } from './errors.ts'
import { mismatch } from './objects.ts'
import { type Resource, toResourceName } from './resources.ts'

const groupsSchema = z.looseObject({
  kind: z.literal('APIGroupList'),
  groups: z.array(
    z.looseObject({
      name: z.string(),
      versions: z.array(z.looseObject({ version: z.string() })),
      preferredVersion: z.looseObject({ version: z.string() }).optional(),
    }),
  ),
})

export type ApiGroup = Readonly<{ group: string; versions: readonly string[]; preferred: string | null }>

// The named API groups that the cluster serves; the core group is not among them.
export async function readGroups(
  client: KubernetesClient,
  context: CallContext,
): Promise<readonly ApiGroup[]> {
  const parsed = groupsSchema.safeParse(await client.get({ path: ['apis'], context }))
  if (!parsed.success) throw mismatch()
  return parsed.data.groups.map((one) => ({
    group: one.name,
    versions: one.versions.map(({ version }) => version),
    preferred: one.preferredVersion?.version ?? null,
  }))
}

type Absence = Readonly<{ group: string; version: string; error: unknown; context: CallContext }>

// `not_served` when an error says that the cluster lacks the kind; undefined when it says something else.
export function toNotServed(
  client: KubernetesClient,
  facts: Readonly<{ resource: Resource; version: string; error: unknown; context: CallContext }>,
): Promise<SourceError | undefined> {
  const { resource, ...rest } = facts
  return toAbsent(client, { ...rest, group: resource.group }, toResourceName(resource))
}

// The same for a whole group and version.
export function toNoGroup(client: KubernetesClient, facts: Absence): Promise<SourceError | undefined> {
  return toAbsent(client, facts, facts.group === '' ? 'the core group' : facts.group)
}

// Where the server answers 404 without a word of Kubernetes, its list of groups must confirm the absence.
async function toAbsent(
  client: KubernetesClient,
  { group, version, error, context }: Absence,
  what: string,
): Promise<SourceError | undefined> {
  const absent = new SourceError('not_served', { why: `the cluster does not serve ${what} ${version}` })
  if (isRefusal(error, REFUSALS.noKind)) return absent
  if (!isRefusal(error, REFUSALS.noStatus)) return undefined
  if (!(error instanceof SourceError) || error.carried.status !== 404 || group === '') return undefined
  const groups = await readGroups(client, context)
  return groups.some((one) => one.group === group && one.versions.includes(version)) ? undefined : absent
}
