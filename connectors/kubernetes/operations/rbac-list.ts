import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { k8sRbacList } from '@vedette/proto/operations'
import type { KubernetesClient } from '../client.ts'
import { toListReading } from '../fold.ts'
import { type Json, listAt, nameAt, textAt, textsAt } from '../objects.ts'
import { readKinds, toRows } from '../read.ts'
import { RESOURCES, type Resource } from '../resources.ts'
import { toCreatedAt } from '../rows/metadata.ts'

// Bindings with the rules that they grant; roles that could not be read leave the rules null. Cluster-wide bindings
// hold in every namespace and are always among them.
export const serveRbacList = serve(k8sRbacList, async (client: KubernetesClient, input, context) => {
  const { rolebindings, clusterrolebindings, roles, clusterroles } = RESOURCES
  const asks = [rolebindings, clusterrolebindings, roles, clusterroles].map((resource) => ({
    resource,
    ...(resource.namespaced ? { namespace: input.namespace } : {}),
    context,
  }))
  const read = await readKinds(client, asks, toRow)
  const rows = toRows(read)
  const rules = new Map(rows.flatMap((row) => ('rules' in row ? [[row.key, row.rules] as const] : [])))
  const isMeant = (row: Row) =>
    'rules' in row ||
    input.subject === undefined ||
    row.subjects.some((one) => isSubject(one, input.subject ?? ''))
  const bindings = rows.flatMap((row) => ('rules' in row || !isMeant(row) ? [] : [row]))
  const page = sliceByKey(bindings, (row) => [row.namespace ?? '', row.name], input)
  const shown = page.rows.map(({ key, ...row }) => ({ ...row, rules: rules.get(key) ?? null }))
  return toListReading(
    { bindings: shown },
    {
      read,
      matching: (some) => some.filter(isMeant).length,
      page: {
        shown: shown.length,
        total: page.total,
        ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
      },
      context,
      tool: 'k8s_rbac_list',
      args: input,
    },
  )
})

type Row = ReturnType<typeof toRow>

function toRow(object: Json, resource: Resource) {
  const name = nameAt(object, 'metadata.name')
  const namespace = textAt(object, 'metadata.namespace')
  if (resource === RESOURCES.roles || resource === RESOURCES.clusterroles)
    return { key: toKey(namespace, name), rules: listAt(object, 'rules').map(toRule) }
  const kind = nameAt(object, 'roleRef.kind')
  const role = nameAt(object, 'roleRef.name')
  return {
    namespace,
    name,
    role_kind: kind,
    role,
    key: toKey(kind === 'Role' ? namespace : null, role),
    subjects: listAt(object, 'subjects').map(
      (one) => `${nameAt(one, 'kind')}:${textAt(one, 'namespace') ?? ''}:${nameAt(one, 'name')}`,
    ),
    created_at: toCreatedAt(object),
  }
}

function toKey(namespace: string | null, role: string): string {
  return `${namespace ?? ''}/${role}`
}

function toRule(rule: Json): string {
  const urls = textsAt(rule, 'nonResourceURLs')
  const verbs = textsAt(rule, 'verbs').join(',')
  if (urls.length > 0) return `${verbs} on ${urls.join(',')}`
  const groups = textsAt(rule, 'apiGroups').map((one) => (one === '' ? 'core' : one))
  const names = textsAt(rule, 'resourceNames')
  const which = names.length === 0 ? '' : ` named ${names.join(',')}`
  return `${verbs} on ${textsAt(rule, 'resources').join(',')} of ${groups.join(',')}${which}`
}

// A subject by its name, by namespace and name, or as it is shown.
function isSubject(subject: string, wanted: string): boolean {
  const [, namespace = '', ...name] = subject.split(':')
  return [subject, name.join(':'), `${namespace}:${name.join(':')}`].includes(wanted)
}
