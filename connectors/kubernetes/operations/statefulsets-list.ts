import { k8sStatefulsetsList } from '@vedette/proto/operations'
import { countAt, type Json, listAt, nameAt, numberAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toImages } from '../rows/container.ts'
import { toCreatedAt, toName } from '../rows/metadata.ts'
import { isObserved, toDesired } from '../rows/workload.ts'
import { serveList } from '../serve-list.ts'

// Stateful sets with what is wrong with each.
export const serveStatefulsetsList = serveList(k8sStatefulsetsList, {
  resource: RESOURCES.statefulsets,
  toRow: (object) => ({
    ...toName(object),
    desired: toDesired(object),
    ready: countAt(object, 'status.readyReplicas'),
    updated: countAt(object, 'status.updatedReplicas'),
    available: numberAt(object, 'status.availableReplicas'),
    problem: findProblem(object),
    partition: numberAt(object, 'spec.updateStrategy.rollingUpdate.partition'),
    update_strategy: textAt(object, 'spec.updateStrategy.type'),
    service: textAt(object, 'spec.serviceName'),
    images: toImages(object, 'spec.template.spec.containers'),
    claims: listAt(object, 'spec.volumeClaimTemplates').map((one) => nameAt(one, 'metadata.name')),
    created_at: toCreatedAt(object),
  }),
  keep: (row, input) => !input.unhealthy_only || row.problem !== null,
  toValue: (statefulsets) => ({ statefulsets }),
})

function findProblem(object: Json): string | null {
  if (!isObserved(object)) return 'not_observed'
  if (countAt(object, 'status.readyReplicas') < toDesired(object)) return 'not_ready'
  const current = textAt(object, 'status.currentRevision')
  const update = textAt(object, 'status.updateRevision')
  return update !== null && current !== update ? 'updating' : null
}
