import { k8sStorageClassesList } from '@vedette/proto/operations'
import { flagAt, nameAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { annotationOf, toCreatedAt } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

// Storage classes of a cluster.
export const serveStorageClassesList = serveList(k8sStorageClassesList, {
  resource: RESOURCES.storageclasses,
  toRow: (object) => ({
    name: nameAt(object, 'metadata.name'),
    provisioner: nameAt(object, 'provisioner'),
    default: annotationOf(object, 'storageclass.kubernetes.io/is-default-class') === 'true',
    binding_mode: textAt(object, 'volumeBindingMode'),
    reclaim_policy: textAt(object, 'reclaimPolicy'),
    expandable: flagAt(object, 'allowVolumeExpansion'),
    created_at: toCreatedAt(object),
  }),
  toValue: (storage_classes) => ({ storage_classes }),
})
