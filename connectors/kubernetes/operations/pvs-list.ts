import { k8sPvsList } from '@vedette/proto/operations'
import { nameAt, textAt, textsAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toCreatedAt } from '../rows/metadata.ts'
import { parseQuantity } from '../rows/quantity.ts'
import { serveList } from '../serve-list.ts'

// Persistent volumes of a cluster.
export const servePvsList = serveList(k8sPvsList, {
  resource: RESOURCES.pvs,
  toRow: (object) => {
    const claim = textAt(object, 'spec.claimRef.name')
    return {
      name: nameAt(object, 'metadata.name'),
      phase: textAt(object, 'status.phase') ?? 'Unknown',
      message: textAt(object, 'status.message'),
      capacity_bytes: parseQuantity(textAt(object, 'spec.capacity.storage')),
      storage_class: textAt(object, 'spec.storageClassName'),
      claim: claim === null ? null : `${textAt(object, 'spec.claimRef.namespace') ?? '?'}/${claim}`,
      reclaim_policy: textAt(object, 'spec.persistentVolumeReclaimPolicy'),
      access_modes: textsAt(object, 'spec.accessModes'),
      driver: textAt(object, 'spec.csi.driver'),
      handle: textAt(object, 'spec.csi.volumeHandle'),
      created_at: toCreatedAt(object),
    }
  },
  toValue: (pvs) => ({ pvs }),
})
