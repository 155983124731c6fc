import { k8sIngressesList } from '@vedette/proto/operations'
import { listAt, textAt, textsAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toBalancerAddresses, toIngressRules, toInternal } from '../rows/exposure.ts'
import { annotationOf, toCreatedAt, toName } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

// Ingresses of a cluster.
export const serveIngressesList = serveList(k8sIngressesList, {
  resource: RESOURCES.ingresses,
  toRow: (object) => ({
    ...toName(object),
    class: textAt(object, 'spec.ingressClassName') ?? annotationOf(object, 'kubernetes.io/ingress.class'),
    hosts: [...new Set(listAt(object, 'spec.rules').map((one) => textAt(one, 'host') ?? '*'))],
    rules: toIngressRules(object),
    tls: listAt(object, 'spec.tls').map(
      (one) => `${textAt(one, 'secretName') ?? '(default)'}: ${textsAt(one, 'hosts').join(' ')}`,
    ),
    addresses: toBalancerAddresses(object),
    internal: toInternal(object),
    created_at: toCreatedAt(object),
  }),
  toValue: (ingresses) => ({ ingresses }),
})
