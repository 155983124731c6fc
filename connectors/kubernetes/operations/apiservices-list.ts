import { k8sApiservicesList } from '@vedette/proto/operations'
import { nameAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { findCondition, toCreatedAt, toTruth } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

// API services of a cluster; one whose availability is not known counts as not available.
export const serveApiservicesList = serveList(k8sApiservicesList, {
  resource: RESOURCES.apiservices,
  toRow: (object) => {
    const available = findCondition(object, 'Available')
    const service = textAt(object, 'spec.service.name')
    return {
      name: nameAt(object, 'metadata.name'),
      group: textAt(object, 'spec.group') ?? '',
      version: nameAt(object, 'spec.version'),
      service: service === null ? null : `${textAt(object, 'spec.service.namespace') ?? '?'}/${service}`,
      available: toTruth(available),
      reason: available?.reason ?? null,
      message: available?.message ?? null,
      created_at: toCreatedAt(object),
    }
  },
  keep: (row, input) => !input.unavailable_only || row.available !== true,
  toValue: (apiservices) => ({ apiservices }),
})
