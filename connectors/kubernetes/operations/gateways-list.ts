import { k8sGatewaysList } from '@vedette/proto/operations'
import { countAt, type Json, listAt, nameAt, numberAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { findCondition, toConditions, toCreatedAt, toName, toTruth } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

// Gateway API gateways of a cluster.
export const serveGatewaysList = serveList(k8sGatewaysList, {
  resource: RESOURCES.gateways,
  toRow: (object) => ({
    ...toName(object),
    class: nameAt(object, 'spec.gatewayClassName'),
    programmed: toTruth(findCondition(object, 'Programmed')),
    accepted: toTruth(findCondition(object, 'Accepted')),
    message: toConditions(object).find((one) => one.status !== 'True')?.message ?? null,
    addresses: listAt(object, 'status.addresses').flatMap((one) => textAt(one, 'value') ?? []),
    listeners: toListeners(object),
    created_at: toCreatedAt(object),
  }),
  toValue: (gateways) => ({ gateways }),
})

function toListeners(object: Json) {
  const statuses = new Map(listAt(object, 'status.listeners').map((one) => [nameAt(one, 'name'), one]))
  return listAt(object, 'spec.listeners').map((one) => {
    const name = nameAt(one, 'name')
    const status = statuses.get(name)
    return {
      name,
      protocol: nameAt(one, 'protocol'),
      port: countAt(one, 'port'),
      hostname: textAt(one, 'hostname'),
      attached_routes: status === undefined ? null : numberAt(status, 'attachedRoutes'),
      certificates: listAt(one, 'tls.certificateRefs').map((ref) => nameAt(ref, 'name')),
    }
  })
}
