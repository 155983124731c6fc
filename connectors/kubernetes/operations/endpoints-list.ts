import { sliceByKey } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { k8sEndpointsList } from '@vedette/proto/operations'
import type { KubernetesClient } from '../client.ts'
import { toListReading } from '../fold.ts'
import { eitherAt, hasAt, type Json, listAt, mapAt, nameAt, textAt, textsAt, triAt } from '../objects.ts'
import { readKinds, toRows } from '../read.ts'
import { RESOURCES, type Resource } from '../resources.ts'

const SERVICE_NAME = 'kubernetes.io/service-name'

// What stands behind the services of a namespace; a service without any address is told apart from one that is not there.
export const serveEndpointsList = serve(
  k8sEndpointsList,
  async (client: KubernetesClient, input, context) => {
    const { namespace, service } = input
    const labelSelector = service === undefined ? undefined : `${SERVICE_NAME}=${service}`
    const fieldSelector = service === undefined ? undefined : `metadata.name=${service}`
    const read = await readKinds(
      client,
      [
        { resource: RESOURCES.endpointslices, namespace, labelSelector, context },
        { resource: RESOURCES.services, namespace, fieldSelector, context },
      ],
      toRow,
    )
    const rows = toRows(read)
    const endpoints = rows.flatMap((row) => ('address' in row ? [row] : []))
    const services = rows.flatMap((row) => ('address' in row ? [] : [row.name]))
    const areServicesRead = read.slices.at(-1)?.error === undefined
    if (service !== undefined && areServicesRead && services.length === 0 && endpoints.length === 0)
      throw toNoService(service)
    const {
      rows: shown,
      total,
      cursor,
    } = sliceByKey(endpoints, (row) => [row.service ?? '', row.slice, row.address], input)
    const value = { endpoints: [...shown], services: toCounts(services, endpoints) }
    return toListReading(value, {
      read,
      matching: (some) => some.length,
      page: { shown: shown.length, total, ...(cursor === undefined ? {} : { cursor }) },
      context,
      tool: 'k8s_endpoints_list',
      args: input,
    })
  },
)

type Endpoint = Readonly<{ service: string | null; ready: boolean | null }>

function toCounts(services: readonly string[], endpoints: readonly Endpoint[]) {
  const names = new Set([...services, ...endpoints.flatMap((one) => one.service ?? [])])
  return [...names].sort().map((name) => {
    const own = endpoints.filter((one) => one.service === name)
    const ready = own.filter((one) => one.ready !== false).length
    return { name, ready, not_ready: own.length - ready }
  })
}

type Row = Readonly<{ name: string }> | ReturnType<typeof toEndpoints>[number]

function toRow(object: Json, resource: Resource): readonly Row[] {
  return resource === RESOURCES.services ? [{ name: nameAt(object, 'metadata.name') }] : toEndpoints(object)
}

function toEndpoints(object: Json) {
  const ports = listAt(object, 'ports').map((one) => {
    const label = textAt(one, 'name')
    return `${label === null ? '' : `${label} `}${eitherAt(one, 'port') ?? '*'}/${textAt(one, 'protocol') ?? 'TCP'}`
  })
  const common = {
    namespace: nameAt(object, 'metadata.namespace'),
    service: mapAt(object, 'metadata.labels')[SERVICE_NAME] ?? null,
    slice: nameAt(object, 'metadata.name'),
    ports,
  }
  return listAt(object, 'endpoints').flatMap((one) =>
    textsAt(one, 'addresses').map((address) => ({ ...common, address, ...toEndpoint(one) })),
  )
}

function toEndpoint(one: Json) {
  const topology = mapAt(one, 'topology') // servers before discovery.k8s.io/v1
  return {
    ready: triAt(one, 'conditions.ready'),
    serving: triAt(one, 'conditions.serving'),
    terminating: triAt(one, 'conditions.terminating'),
    target: hasAt(one, 'targetRef')
      ? `${nameAt(one, 'targetRef.kind')}/${nameAt(one, 'targetRef.name')}`
      : null,
    node: textAt(one, 'nodeName') ?? topology['kubernetes.io/hostname'] ?? null,
    zone: textAt(one, 'zone') ?? topology['topology.kubernetes.io/zone'] ?? null,
  }
}

function toNoService(service: string): ArgumentError {
  return new ArgumentError({
    code: 'not_found',
    field: 'service',
    message: `service ${service} does not exist in the namespace`,
    fix: 'list the services to find the name',
  })
}
