import { eitherAt, type Json, listAt, mapAt, nameAt, numberAt, textAt } from '../objects.ts'

// Annotations by which the clouds are asked for a load balancer inside the network, with what counts as yes.
const INTERNAL: Readonly<Record<string, RegExp>> = Object.freeze({
  'service.beta.kubernetes.io/aws-load-balancer-internal': /^(?:true|0\.0\.0\.0\/0)$/,
  'service.beta.kubernetes.io/aws-load-balancer-scheme': /^internal$/,
  'alb.ingress.kubernetes.io/scheme': /^internal$/,
  'networking.gke.io/load-balancer-type': /^internal$/i,
  'cloud.google.com/load-balancer-type': /^internal$/i,
  'service.beta.kubernetes.io/azure-load-balancer-internal': /^true$/,
  'service.beta.kubernetes.io/oci-load-balancer-internal': /^true$/,
  'kubernetes.io/ingress.class': /^gce-internal$/,
})

// Whether an annotation asks for an internal load balancer; null when none says.
export function toInternal(object: Json): boolean | null {
  const annotations = mapAt(object, 'metadata.annotations')
  const said = Object.entries(INTERNAL).filter(([key]) => Object.hasOwn(annotations, key))
  return said.length === 0 ? null : said.some(([key, yes]) => yes.test(annotations[key] ?? ''))
}

// Addresses that a load balancer was given.
export function toBalancerAddresses(object: Json): string[] {
  return listAt(object, 'status.loadBalancer.ingress').flatMap(
    (one) => textAt(one, 'hostname') ?? textAt(one, 'ip') ?? [],
  )
}

// A service's ports as `name 80->8080/TCP (node 30080)`.
export function toServicePorts(object: Json): string[] {
  return listAt(object, 'spec.ports').map((one) => {
    const name = textAt(one, 'name')
    const target = eitherAt(one, 'targetPort') ?? eitherAt(one, 'port')
    const node = numberAt(one, 'nodePort')
    const text = `${name === null ? '' : `${name} `}${eitherAt(one, 'port')}->${target}/${textAt(one, 'protocol') ?? 'TCP'}`
    return node === null ? text : `${text} (node ${node})`
  })
}

// An ingress' rules as `host/path -> service:port`; `*` is any host.
export function toIngressRules(object: Json): string[] {
  const rules = listAt(object, 'spec.rules').flatMap((rule) =>
    listAt(rule, 'http.paths').map(
      (one) => `${textAt(rule, 'host') ?? '*'}${textAt(one, 'path') ?? '/'} -> ${toBackend(one, 'backend')}`,
    ),
  )
  const otherwise = ['spec.defaultBackend', 'spec.backend'].find((path) => toBackend(object, path) !== '?')
  return otherwise === undefined ? rules : [...rules, `* -> ${toBackend(object, otherwise)}`]
}

function toBackend(object: Json, path: string): string {
  const port = eitherAt(object, `${path}.service.port.number`) ?? textAt(object, `${path}.service.port.name`)
  const name = textAt(object, `${path}.service.name`)
  if (name !== null) return `${name}:${port ?? '?'}`
  const old = textAt(object, `${path}.serviceName`)
  if (old !== null) return `${old}:${eitherAt(object, `${path}.servicePort`) ?? '?'}`
  const kind = textAt(object, `${path}.resource.kind`)
  return kind === null ? '?' : `${kind}/${nameAt(object, `${path}.resource.name`)}`
}
