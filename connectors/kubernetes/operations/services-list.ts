import { k8sServicesList } from '@vedette/proto/operations'
import { textAt, textsAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toBalancerAddresses, toInternal, toServicePorts } from '../rows/exposure.ts'
import { toCreatedAt, toMapSelector, toName } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

// Services of a cluster.
export const serveServicesList = serveList(k8sServicesList, {
  resource: RESOURCES.services,
  toRow: (object) => {
    const type = textAt(object, 'spec.type') ?? 'ClusterIP'
    const balancer = toBalancerAddresses(object)
    const name = textAt(object, 'spec.externalName')
    const external = [...balancer, ...textsAt(object, 'spec.externalIPs'), ...(name === null ? [] : [name])]
    const ips = textsAt(object, 'spec.clusterIPs')
    return {
      ...toName(object),
      type,
      exposed:
        type === 'LoadBalancer' || type === 'NodePort' || textsAt(object, 'spec.externalIPs').length > 0,
      internal: toInternal(object),
      pending: type === 'LoadBalancer' && balancer.length === 0,
      cluster_ips: ips.length > 0 ? ips : [textAt(object, 'spec.clusterIP') ?? 'None'],
      external,
      ports: toServicePorts(object),
      selector: toMapSelector(object, 'spec.selector'),
      source_ranges: textsAt(object, 'spec.loadBalancerSourceRanges'),
      created_at: toCreatedAt(object),
    }
  },
  toValue: (services) => ({ services }),
})
