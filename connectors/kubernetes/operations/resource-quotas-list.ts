import { k8sResourceQuotasList } from '@vedette/proto/operations'
import { eitherAt, type Json, objectAt, textsAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toName } from '../rows/metadata.ts'
import { parseQuantity, toPercent } from '../rows/quantity.ts'
import { serveList } from '../serve-list.ts'

// Resource quotas, one row a resource. What is not counted yet cannot be shown to lie under a threshold.
export const serveResourceQuotasList = serveList(k8sResourceQuotasList, {
  resource: RESOURCES.quotas,
  toRow: (object) => {
    const used = toTexts(objectAt(object, 'status.used'))
    return [...toTexts(objectAt(object, 'spec.hard'))].map(([resource, hard]) => ({
      ...toName(object),
      resource,
      hard,
      used: used.get(resource) ?? null,
      used_percent: toPercent(parseQuantity(used.get(resource)), parseQuantity(hard)),
      scopes: textsAt(object, 'spec.scopes'),
    }))
  },
  keep: (row, { threshold }) =>
    threshold === undefined || row.used_percent === null || row.used_percent >= threshold,
  keyOf: (row) => [row.namespace, row.name, row.resource],
  toValue: (quotas) => ({ quotas }),
})

function toTexts(list: Json): ReadonlyMap<string, string> {
  return new Map(Object.keys(list).map((key) => [key, eitherAt({ value: list[key] }, 'value') ?? '']))
}
