import { ArgumentError, type CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { KubernetesClient } from './client.ts'
import { mismatch } from './objects.ts'
import type { Resource } from './resources.ts'
import { toNoGroup } from './served.ts'

const KEEP_MS = 300_000

const listSchema = z.looseObject({
  kind: z.literal('APIResourceList'),
  resources: z.array(
    z.looseObject({
      name: z.string(),
      kind: z.string(),
      namespaced: z.boolean(),
      verbs: z.array(z.string()),
      shortNames: z.array(z.string()).default([]),
    }),
  ),
})

export type ApiResource = z.output<typeof listSchema>['resources'][number]

// The kinds of one group and version, subresources left out. Throws `not_served` when the cluster lacks it.
export async function readKindsOf(
  client: KubernetesClient,
  at: Readonly<{ group: string; version: string; context: CallContext }>,
): Promise<readonly ApiResource[]> {
  const { group, version, context } = at
  const path = group === '' ? ['api', version] : ['apis', group, version]
  try {
    const parsed = listSchema.safeParse(await client.get({ path, context }))
    if (!parsed.success) throw mismatch()
    return parsed.data.resources.filter((one) => !one.name.includes('/'))
  } catch (error) {
    throw (await toNoGroup(client, { group, version, error, context })) ?? error
  }
}

// Finds the kind that a caller names, from what the cluster serves. Secrets are refused before anything is asked.
export async function findKind(
  client: KubernetesClient,
  asked: Readonly<{ api_version: string; kind: string }>,
  context: CallContext,
): Promise<Resource> {
  if (isSecret(asked.kind)) throw toSecretFault()
  const [version = '', group = ''] = asked.api_version.split('/').toReversed()
  const kinds = await client.memory.recall(`kinds ${asked.api_version}`, KEEP_MS, () =>
    readKindsOf(client, { group, version, context }),
  )
  const found = kinds.find((one) => one.kind === asked.kind)
  if (found === undefined) throw toNoKind(asked, kinds)
  if (isSecret(found.name)) throw toSecretFault()
  return { group, versions: [version], plural: found.name, namespaced: found.namespaced }
}

function isSecret(name: string): boolean {
  return /^secrets?(?:list)?$/i.test(name)
}

function toSecretFault(): ArgumentError {
  return new ArgumentError({
    field: 'kind',
    message: 'Secrets are never read',
    fix: 'ask for what refers to them: pods and workloads show the names of the secrets that they use',
  })
}

function toNoKind(
  asked: Readonly<{ api_version: string; kind: string }>,
  kinds: readonly ApiResource[],
): ArgumentError {
  const alike = kinds.find((one) => one.kind.toLowerCase() === asked.kind.toLowerCase())
  return new ArgumentError({
    code: 'not_found',
    field: 'kind',
    message: `${asked.api_version} has no kind ${asked.kind}`,
    fix: alike === undefined ? 'list the API resources to find kind and version' : `write ${alike.kind}`,
  })
}
