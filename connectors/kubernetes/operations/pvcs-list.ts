import { k8sPvcsList } from '@vedette/proto/operations'
import { textAt, textsAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toConditions, toCreatedAt, toName } from '../rows/metadata.ts'
import { parseQuantity } from '../rows/quantity.ts'
import { serveList } from '../serve-list.ts'

// Persistent volume claims of a cluster.
export const servePvcsList = serveList(k8sPvcsList, {
  resource: RESOURCES.pvcs,
  toRow: (object) => {
    const phase = textAt(object, 'status.phase') ?? 'Unknown'
    const condition = toConditions(object).find((one) => one.status === 'True')
    return {
      ...toName(object),
      phase,
      problem: phase === 'Bound' ? (condition?.type ?? null) : phase,
      message: condition?.message ?? null,
      requested_bytes: parseQuantity(textAt(object, 'spec.resources.requests.storage')),
      capacity_bytes: parseQuantity(textAt(object, 'status.capacity.storage')),
      storage_class: textAt(object, 'spec.storageClassName'),
      access_modes: textsAt(object, 'spec.accessModes'),
      volume: textAt(object, 'spec.volumeName'),
      volume_mode: textAt(object, 'spec.volumeMode'),
      created_at: toCreatedAt(object),
    }
  },
  keep: (row, input) => !input.problem_only || row.problem !== null,
  toValue: (pvcs) => ({ pvcs }),
})
