import { k8sPdbsList } from '@vedette/proto/operations'
import { countAt, eitherAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toCreatedAt, toName, toSelectorText } from '../rows/metadata.ts'
import { isObserved } from '../rows/workload.ts'
import { serveList } from '../serve-list.ts'

// Pod disruption budgets; one that its controller has not seen yet counts as blocking.
export const servePdbsList = serveList(k8sPdbsList, {
  resource: RESOURCES.pdbs,
  toRow: (object) => ({
    ...toName(object),
    min_available: eitherAt(object, 'spec.minAvailable'),
    max_unavailable: eitherAt(object, 'spec.maxUnavailable'),
    selector: toSelectorText(object, 'spec.selector'),
    expected_pods: countAt(object, 'status.expectedPods'),
    healthy: countAt(object, 'status.currentHealthy'),
    desired_healthy: countAt(object, 'status.desiredHealthy'),
    allowed: countAt(object, 'status.disruptionsAllowed'),
    observed: isObserved(object),
    created_at: toCreatedAt(object),
  }),
  keep: (row, input) => !input.blocking_only || row.allowed === 0 || !row.observed,
  toValue: (pdbs) => ({ pdbs }),
})
