import { k8sHpasList } from '@vedette/proto/operations'
import { countAt, eitherAt, type Json, listAt, nameAt, numberAt, objectAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { type Condition, toConditions, toCreatedAt, toName } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

// Horizontal pod autoscalers with what hinders or limits each.
export const serveHpasList = serveList(k8sHpasList, {
  resource: RESOURCES.hpas,
  toRow: (object) => {
    const max = countAt(object, 'spec.maxReplicas')
    const desired = countAt(object, 'status.desiredReplicas')
    const hindered = toConditions(object).find(isHindrance)
    return {
      ...toName(object),
      target: `${nameAt(object, 'spec.scaleTargetRef.kind')}/${nameAt(object, 'spec.scaleTargetRef.name')}`,
      min: numberAt(object, 'spec.minReplicas') ?? 1,
      max,
      current: countAt(object, 'status.currentReplicas'),
      desired,
      at_maximum: desired >= max,
      problem: hindered?.reason ?? null,
      message: hindered?.message ?? null,
      metrics: toMetrics(object),
      last_scaled_at: textAt(object, 'status.lastScaleTime'),
      created_at: toCreatedAt(object),
    }
  },
  toValue: (hpas) => ({ hpas }),
})

// Being at the lower bound is no hindrance.
function isHindrance({ type, status, reason }: Condition): boolean {
  return type === 'ScalingLimited' ? status === 'True' && reason !== 'TooFewReplicas' : status === 'False'
}

// Each metric of the spec with its current value, paired by type and name.
function toMetrics(object: Json) {
  const current = new Map(listAt(object, 'status.currentMetrics').map((one) => [toMetricName(one), one]))
  return listAt(object, 'spec.metrics').map((one) => {
    const name = toMetricName(one)
    const measured = current.get(name)
    return {
      name,
      current: measured === undefined ? null : toAmount(objectAt(toSource(measured), 'current')),
      target: toAmount(objectAt(toSource(one), 'target')),
    }
  })
}

function toSource(metric: Json): Json {
  const type = nameAt(metric, 'type')
  return objectAt(metric, type.slice(0, 1).toLowerCase() + type.slice(1))
}

function toMetricName(metric: Json): string {
  const source = toSource(metric)
  const container = textAt(source, 'container')
  const name = textAt(source, 'metric.name') ?? textAt(source, 'name') ?? '?'
  return `${nameAt(metric, 'type')}:${name}${container === null ? '' : `@${container}`}`
}

function toAmount(value: Json): string | null {
  const percent = eitherAt(value, 'averageUtilization')
  return percent === null ? (eitherAt(value, 'averageValue') ?? eitherAt(value, 'value')) : `${percent}%`
}
