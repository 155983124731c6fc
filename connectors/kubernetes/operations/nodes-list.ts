import { k8sNodesList } from '@vedette/proto/operations'
import { listAt, objectAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toAmounts } from '../rows/metadata.ts'
import { toNodeFacts, toNodeState } from '../rows/node.ts'
import { parseQuantity } from '../rows/quantity.ts'
import { serveList } from '../serve-list.ts'

// Nodes with what is wrong with each; a node whose readiness is not known counts as not ready.
export const serveNodesList = serveList(k8sNodesList, {
  resource: RESOURCES.nodes,
  toRow: (node) => {
    const allocatable = objectAt(node, 'status.allocatable')
    const internal = listAt(node, 'status.addresses').find((one) => one['type'] === 'InternalIP')
    return {
      ...toNodeFacts(node),
      ...toNodeState(node),
      internal_ip: internal === undefined ? null : textAt(internal, 'address'),
      allocatable: toAmounts(allocatable),
      max_pods: parseQuantity(allocatable['pods']),
    }
  },
  keep: (row, input) => !input.problem_only || row.problems.length > 0,
  toValue: (nodes, all) => ({
    nodes,
    not_ready: all.filter((one) => one.ready !== true).length,
    read: all.length,
  }),
})
