import { k8sCrdsList } from '@vedette/proto/operations'
import { flagAt, type Json, listAt, nameAt, textsAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { findCondition, toCreatedAt, toTruth } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

// Custom resource definitions of a cluster.
export const serveCrdsList = serveList(k8sCrdsList, {
  resource: RESOURCES.crds,
  toRow: (object) => ({
    name: nameAt(object, 'metadata.name'),
    group: nameAt(object, 'spec.group'),
    kind: nameAt(object, 'spec.names.kind'),
    namespaced: nameAt(object, 'spec.scope') === 'Namespaced',
    versions: listAt(object, 'spec.versions').map(toVersion),
    stored_versions: textsAt(object, 'status.storedVersions'),
    established: toTruth(findCondition(object, 'Established')),
    created_at: toCreatedAt(object),
  }),
  keep: (row, input) => input.group === undefined || row.group === input.group,
  toValue: (crds) => ({ crds }),
})

function toVersion(version: Json): string {
  const notes = [
    ...(flagAt(version, 'storage') ? [' (storage)'] : []),
    ...(flagAt(version, 'deprecated') ? [' (deprecated)'] : []),
    ...(flagAt(version, 'served') ? [] : [' (not served)']),
  ]
  return `${nameAt(version, 'name')}${notes.join('')}`
}
