import { k8sJobsList } from '@vedette/proto/operations'
import { countAt, flagAt, type Json, numberAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toImages } from '../rows/container.ts'
import { findCondition, toCreatedAt, toName, toOwner } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

// Jobs, newest start first.
export const serveJobsList = serveList(k8sJobsList, {
  resource: RESOURCES.jobs,
  toRow: (object) => {
    const ended = findEnd(object)
    return {
      ...toName(object),
      status: toStatus(object),
      reason: ended?.reason ?? null,
      message: ended?.message ?? null,
      active: countAt(object, 'status.active'),
      succeeded: countAt(object, 'status.succeeded'),
      failed: countAt(object, 'status.failed'),
      completions: numberAt(object, 'spec.completions'),
      backoff_limit: numberAt(object, 'spec.backoffLimit'),
      owner: toOwner(object),
      images: toImages(object, 'spec.template.spec.containers'),
      started_at: textAt(object, 'status.startTime'),
      finished_at: textAt(object, 'status.completionTime') ?? ended?.since ?? null,
      created_at: toCreatedAt(object),
    }
  },
  keep: (row, input) =>
    !input.failed_only || row.status === 'failed' || (row.failed > 0 && row.status !== 'complete'),
  keyOf: (row) => [-Date.parse(row.started_at ?? row.created_at ?? ''), row.namespace, row.name],
  toValue: (jobs) => ({ jobs }),
})

function findEnd(object: Json) {
  return ['Failed', 'Complete', 'FailureTarget']
    .map((type) => findCondition(object, type))
    .find((one) => one?.status === 'True')
}

function toStatus(object: Json) {
  if (findCondition(object, 'Failed')?.status === 'True') return 'failed' as const
  if (findCondition(object, 'Complete')?.status === 'True') return 'complete' as const
  if (flagAt(object, 'spec.suspend')) return 'suspended' as const
  return countAt(object, 'status.active') > 0 ? ('running' as const) : ('waiting' as const)
}
