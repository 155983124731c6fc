import { k8sPodsList } from '@vedette/proto/operations'
import { RESOURCES } from '../resources.ts'
import { toPodRow } from '../rows/pod.ts'
import { serveList } from '../serve-list.ts'

// Pods with what is wrong with each; the counts by status are over every pod that was read.
export const servePodsList = serveList(k8sPodsList, {
  resource: RESOURCES.pods,
  toRow: toPodRow,
  keep: (row, input) => !input.problem_only || row.problem,
  toValue: (pods, all) => ({
    pods,
    by_status: Object.fromEntries(
      [...Map.groupBy(all, (one) => one.status)].map(([status, rows]) => [status, rows.length]),
    ),
  }),
})
