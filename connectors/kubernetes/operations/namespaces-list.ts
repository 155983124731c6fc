import { k8sNamespacesList } from '@vedette/proto/operations'
import { mapAt, nameAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toConditions, toCreatedAt, toDeletingSince } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

// Namespaces; one that cannot finish terminating says why.
export const serveNamespacesList = serveList(k8sNamespacesList, {
  resource: RESOURCES.namespaces,
  toRow: (object) => ({
    name: nameAt(object, 'metadata.name'),
    phase: textAt(object, 'status.phase') ?? 'Unknown',
    problem: toConditions(object).find((one) => one.status === 'True')?.message ?? null,
    labels: mapAt(object, 'metadata.labels'),
    created_at: toCreatedAt(object),
    deleting_since: toDeletingSince(object),
  }),
  toValue: (namespaces) => ({ namespaces }),
})
