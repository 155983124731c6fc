import { sideBySide } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, SourceError } from '@vedette/proto/connector'
import { isAllowed, type Right, toForbidden, withRight } from './access.ts'
import type { KubernetesClient } from './client.ts'
import { isRefusal, REFUSALS } from './errors.ts'
import { listObjects } from './list.ts'
import { nameAt } from './objects.ts'
import { RESOURCES, type Resource, toPath } from './resources.ts'

// Where a list is read: everywhere at once, or in one namespace. `known`: that it exists needs no further proof.
export type Place = Readonly<{ namespace?: string; known: boolean }>
export type Places = Readonly<{
  read: readonly Place[]
  // Places that may not be read, each with its error.
  refused: readonly Readonly<{ namespace: string; error: SourceError }>[]
  // Set when the namespaces themselves were not all found.
  cut?: boolean
  // Names beyond what one answer asks.
  left: readonly string[]
}>

const KEEP_MS = 15_000
const AT_ONCE = 8
// Namespaces that one answer reads one by one.
export const MAX_PLACES = 100

// Finds where a kind may be listed: everywhere; else each namespace that the cluster lists, or that the configuration
// names. Throws `forbidden` naming the right when none is left.
export async function findPlaces(
  client: KubernetesClient,
  ask: Readonly<{ resource: Resource; namespace?: string | undefined; context: CallContext }>,
): Promise<Places> {
  const { resource, namespace, context } = ask
  const right = (where?: string): Right => ({ verb: 'list', resource, namespace: where })
  if (namespace !== undefined) {
    if (!(await isAllowed(client, right(namespace), context))) throw toForbidden(right(namespace))
    return { read: [{ namespace, known: false }], refused: [], left: [] }
  }
  if (await isAllowed(client, right(), context)) return { read: [{ known: true }], refused: [], left: [] }
  if (!resource.namespaced) throw toForbidden(right())
  const names = await findNames(client, context)
  if (names === undefined || names.names.length === 0) throw toForbidden(right())
  const asked = names.names.slice(0, MAX_PLACES)
  const judged = await sideBySide(asked, AT_ONCE, async (one) => ({
    namespace: one,
    may: await isAllowed(client, right(one), context),
  }))
  return {
    read: judged.filter((one) => one.may).map((one) => ({ namespace: one.namespace, known: names.known })),
    refused: judged
      .filter((one) => !one.may)
      .map((one) => ({ namespace: one.namespace, error: toForbidden(right(one.namespace)) })),
    left: names.names.slice(MAX_PLACES),
    ...(names.cut ? { cut: true } : {}),
  }
}

type Names = Readonly<{ names: readonly string[]; known: boolean; cut: boolean }>

async function findNames(client: KubernetesClient, context: CallContext): Promise<Names | undefined> {
  const resource = RESOURCES.namespaces
  const may = await isAllowed(client, { verb: 'list', resource }, context)
  const configured = client.config.namespaces
  if (!may) {
    const names = configured.filter((name) => context.isNamespaceDenied?.(name) !== true)
    return configured.length === 0 ? undefined : { names: names.sort(), known: false, cut: false }
  }
  const listed = await listObjects(client, { resource, context }, (one) => nameAt(one, 'metadata.name'))
  return { names: [...listed.rows].sort(), known: true, cut: listed.cut !== undefined }
}

// An object that was read in a namespace shows that it exists.
export async function rememberNamespace(client: KubernetesClient, namespace: string): Promise<void> {
  await client.memory.recall(toKey(namespace), KEEP_MS, async () => true)
}

function toKey(namespace: string): string {
  return `namespace ${namespace}`
}

// Whether a namespace exists; null when that may not be known.
export function namespaceExists(
  client: KubernetesClient,
  namespace: string,
  context: CallContext,
): Promise<boolean | null> {
  return client.memory.recall(toKey(namespace), KEEP_MS, async () => {
    const path = toPath(RESOURCES.namespaces, 'v1', { name: namespace })
    const right = { verb: 'get', resource: RESOURCES.namespaces, name: namespace }
    try {
      await withRight(right, () => client.get({ path, context }))
      return true
    } catch (error) {
      if (isRefusal(error, REFUSALS.noObject)) return false
      if (error instanceof SourceError && error.state === 'forbidden') return null
      throw error
    }
  })
}

// A namespace that does not exist is the argument's fault, not an empty answer.
export function toNoNamespace(namespace: string): ArgumentError {
  return new ArgumentError({
    code: 'not_found',
    field: 'namespace',
    message: `namespace ${namespace} does not exist`,
    fix: 'list the namespaces to find the name',
  })
}
