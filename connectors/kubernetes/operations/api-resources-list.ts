import { sideBySide, sliceByKey, together } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, SourceError, serve } from '@vedette/proto/connector'
import { k8sApiResourcesList } from '@vedette/proto/operations'
import type { KubernetesClient } from '../client.ts'
import { toListReading } from '../fold.ts'
import { findIdentity, type Identity } from '../identity.ts'
import { readKindsOf } from '../kinds.ts'
import { type Slice, type Slices, toRows } from '../read.ts'
import { type ApiGroup, readGroups } from '../served.ts'

const CORE: ApiGroup = Object.freeze({ group: '', versions: ['v1'], preferred: 'v1' })
const AT_ONCE = 6

// Kinds of each group's preferred version; a group whose server is down is a part that was not read.
export const serveApiResourcesList = serve(
  k8sApiResourcesList,
  async (client: KubernetesClient, input, context) => {
    const [identity, named] = await together([findIdentity(client, context), readGroups(client, context)])
    const groups = [CORE, ...named].filter((one) => input.group === undefined || one.group === input.group)
    if (groups.length === 0) throw toNoGroup()
    const slices = await sideBySide(groups, AT_ONCE, (group) =>
      readGroup(client, { group, identity, context }),
    )
    const read: Slices<Row> = { identity, slices, left: [] }
    const { rows, total, cursor } = sliceByKey(toRows(read), (row) => [row.group, row.name], input)
    return toListReading(
      { resources: [...rows] },
      {
        read,
        matching: (some) => some.length,
        page: { shown: rows.length, total, ...(cursor === undefined ? {} : { cursor }) },
        context,
        tool: 'k8s_api_resources_list',
        args: input,
      },
    )
  },
)

type Row = Readonly<{
  group: string
  version: string
  kind: string
  name: string
  namespaced: boolean
  verbs: string[]
  short_names: string[]
  served_versions: string[]
}>

async function readGroup(
  client: KubernetesClient,
  asked: Readonly<{ group: ApiGroup; identity: Identity; context: CallContext }>,
): Promise<Slice<Row>> {
  const {
    group: { group, versions, preferred },
    identity,
    context,
  } = asked
  const scope = { ...identity.scope, group: group === '' ? 'core' : group }
  const version = preferred ?? versions[0] ?? 'v1'
  try {
    const kinds = await readKindsOf(client, { group, version, context })
    const rows = kinds.map(({ kind, name, namespaced, verbs, shortNames }) => ({
      group,
      version,
      kind,
      name,
      namespaced,
      verbs,
      short_names: shortNames,
      served_versions: [...versions],
    }))
    return { scope, rows, zero: { proof: 'enumerated' } }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { scope, error }
  }
}

function toNoGroup(): ArgumentError {
  return new ArgumentError({
    code: 'not_found',
    field: 'group',
    message: 'the cluster does not serve this group',
    fix: 'leave group out to see the groups that it serves',
  })
}
