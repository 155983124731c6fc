import { k8sDaemonsetsList } from '@vedette/proto/operations'
import { countAt, type Json, mapAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toImages } from '../rows/container.ts'
import { toCreatedAt, toName } from '../rows/metadata.ts'
import { isObserved } from '../rows/workload.ts'
import { serveList } from '../serve-list.ts'

// Daemon sets with what is wrong with each.
export const serveDaemonsetsList = serveList(k8sDaemonsetsList, {
  resource: RESOURCES.daemonsets,
  toRow: (object) => {
    const numbers = {
      desired: countAt(object, 'status.desiredNumberScheduled'),
      current: countAt(object, 'status.currentNumberScheduled'),
      ready: countAt(object, 'status.numberReady'),
      updated: countAt(object, 'status.updatedNumberScheduled'),
      available: countAt(object, 'status.numberAvailable'),
      misscheduled: countAt(object, 'status.numberMisscheduled'),
    }
    return {
      ...toName(object),
      ...numbers,
      problem: findProblem(object, numbers),
      update_strategy: textAt(object, 'spec.updateStrategy.type'),
      node_selector: mapAt(object, 'spec.template.spec.nodeSelector'),
      images: toImages(object, 'spec.template.spec.containers'),
      created_at: toCreatedAt(object),
    }
  },
  keep: (row, input) => !input.unhealthy_only || row.problem !== null,
  toValue: (daemonsets) => ({ daemonsets }),
})

type Numbers = Readonly<{ desired: number; ready: number; updated: number; misscheduled: number }>

function findProblem(object: Json, numbers: Numbers): string | null {
  if (!isObserved(object)) return 'not_observed'
  if (numbers.ready < numbers.desired) return 'not_ready'
  if (numbers.updated < numbers.desired) return 'updating'
  return numbers.misscheduled > 0 ? 'misscheduled' : null
}
