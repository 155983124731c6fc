import { k8sPodsGet } from '@vedette/proto/operations'
import { RESOURCES } from '../resources.ts'
import { toPodDetail } from '../rows/pod.ts'
import { serveGet } from '../serve-get.ts'

// One pod in full, without the value of any variable.
export const servePodsGet = serveGet(k8sPodsGet, {
  resource: RESOURCES.pods,
  toValue: (pod, _input, context) => ({ pod: toPodDetail(pod, context.clock.now()) }),
})
