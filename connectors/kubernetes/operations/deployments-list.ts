import { k8sDeploymentsList } from '@vedette/proto/operations'
import { listAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toImages } from '../rows/container.ts'
import { toCreatedAt, toName } from '../rows/metadata.ts'
import { toDeploymentState, toRevision } from '../rows/workload.ts'
import { serveList } from '../serve-list.ts'

// Deployments with what is wrong with each.
export const serveDeploymentsList = serveList(k8sDeploymentsList, {
  resource: RESOURCES.deployments,
  toRow: (object) => {
    const progressing = listAt(object, 'status.conditions').find((one) => one['type'] === 'Progressing')
    return {
      ...toName(object),
      ...toDeploymentState(object),
      images: toImages(object, 'spec.template.spec.containers'),
      revision: toRevision(object),
      strategy: textAt(object, 'spec.strategy.type'),
      created_at: toCreatedAt(object),
      progressed_at: progressing === undefined ? null : textAt(progressing, 'lastUpdateTime'),
    }
  },
  keep: (row, input) => !input.unhealthy_only || row.problem !== null,
  toValue: (deployments) => ({ deployments }),
})
