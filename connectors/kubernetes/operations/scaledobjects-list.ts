import { k8sScaledobjectsList } from '@vedette/proto/operations'
import { listAt, nameAt, numberAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { annotationOf, findCondition, toCreatedAt, toName, toTruth } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

const PAUSES = ['autoscaling.keda.sh/paused', 'autoscaling.keda.sh/paused-replicas']

// KEDA scaled objects; the settings of triggers often hold credentials and are not shown.
export const serveScaledobjectsList = serveList(k8sScaledobjectsList, {
  resource: RESOURCES.scaledobjects,
  toRow: (object) => {
    const ready = findCondition(object, 'Ready')
    return {
      ...toName(object),
      target: `${textAt(object, 'spec.scaleTargetRef.kind') ?? 'Deployment'}/${nameAt(object, 'spec.scaleTargetRef.name')}`,
      min: numberAt(object, 'spec.minReplicaCount'),
      max: numberAt(object, 'spec.maxReplicaCount'),
      triggers: listAt(object, 'spec.triggers').map((one) => nameAt(one, 'type')),
      ready: toTruth(ready),
      active: toTruth(findCondition(object, 'Active')),
      paused: PAUSES.some((key) => ![null, 'false'].includes(annotationOf(object, key))),
      message: ready?.message ?? null,
      hpa: textAt(object, 'status.hpaName'),
      last_active_at: textAt(object, 'status.lastActiveTime'),
      created_at: toCreatedAt(object),
    }
  },
  toValue: (scaledobjects) => ({ scaledobjects }),
})
