import { k8sNetworkPoliciesList } from '@vedette/proto/operations'
import { eitherAt, hasAt, type Json, listAt, textAt, textsAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toCreatedAt, toName, toSelectorText } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

// Network policies of a cluster.
export const serveNetworkPoliciesList = serveList(k8sNetworkPoliciesList, {
  resource: RESOURCES.networkpolicies,
  toRow: (object) => {
    const types = toTypes(object)
    return {
      ...toName(object),
      selects: toSelectorText(object, 'spec.podSelector') ?? '',
      types,
      ingress: types.includes('Ingress')
        ? listAt(object, 'spec.ingress').map((one) => toRule(one, 'from'))
        : null,
      egress: types.includes('Egress') ? listAt(object, 'spec.egress').map((one) => toRule(one, 'to')) : null,
      created_at: toCreatedAt(object),
    }
  },
  toValue: (policies) => ({ policies }),
})

// Left out, the types are Ingress, and Egress where there is a rule of it.
function toTypes(object: Json): string[] {
  const said = textsAt(object, 'spec.policyTypes')
  return said.length > 0 ? said : ['Ingress', ...(hasAt(object, 'spec.egress') ? ['Egress'] : [])]
}

function toRule(rule: Json, side: 'from' | 'to'): string {
  const peers = listAt(rule, side).map(toPeer)
  const ports = listAt(rule, 'ports').map((one) => {
    const last = eitherAt(one, 'endPort')
    return `${eitherAt(one, 'port') ?? '*'}${last === null ? '' : `-${last}`}/${textAt(one, 'protocol') ?? 'TCP'}`
  })
  return `${side} ${peers.length === 0 ? 'anywhere' : peers.join(' or ')} on ${ports.length === 0 ? 'every port' : ports.join(' ')}`
}

function toPeer(peer: Json): string {
  const cidr = textAt(peer, 'ipBlock.cidr')
  const except = textsAt(peer, 'ipBlock.except')
  if (cidr !== null) return except.length === 0 ? cidr : `${cidr} except ${except.join(' ')}`
  const pods = hasAt(peer, 'podSelector') ? `pods(${toSelectorText(peer, 'podSelector') ?? 'all'})` : ''
  const spaces = hasAt(peer, 'namespaceSelector')
    ? `namespaces(${toSelectorText(peer, 'namespaceSelector') ?? 'all'})`
    : ''
  return [pods, spaces].filter((one) => one !== '').join(' in ')
}
