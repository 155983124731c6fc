import { cloudLoadBalancersGet } from '@vedette/proto/operations'
import { readBalancers, toBalancer } from '../balancers.ts'
import { pickOne, serveFind } from '../reading.ts'

// One load balancer by id or name. Magalu Cloud does not tell how its targets fare.
export const serveCloudLoadBalancersGet = serveFind(cloudLoadBalancersGet, {
  field: 'id',
  async find(site, input) {
    const one = pickOne(await readBalancers(site), input.id, 'id', ({ id, name }) => [id, name])
    if (one === undefined) return undefined
    const backends = one.backends ?? []
    const nameOf = (id: string | null | undefined) =>
      backends.find((each) => each.id === id)?.name ?? id ?? 'unknown'
    const checkOf = (id: string | null | undefined) => one.health_checks?.find((each) => each.id === id)
    return {
      value: {
        load_balancer: toBalancer(site, one),
        listeners: (one.listeners ?? []).map((each) => ({
          id: each.id,
          protocol: each.protocol ?? 'unknown',
          port: each.port ?? null,
          tls_policy: null,
          certificates: each.tls_certificate_id ? [each.tls_certificate_id] : [],
          rules: [{ priority: null, when: 'always', target: nameOf(each.backend_id) }],
        })),
        backends: backends.map((each) => {
          const check = checkOf(each.health_check_id)
          return {
            id: each.id,
            name: each.name ?? null,
            protocol: null,
            port: each.targets?.[0]?.port ?? null,
            kind:
              each.targets_type === 'instance' ? 'instance' : each.targets_type === 'raw' ? 'ip' : 'other',
            targets: each.targets == null ? null : each.targets.length,
            healthy: null,
            health_check:
              check === undefined
                ? null
                : `${check.protocol ?? 'unknown'} ${check.port ?? ''}${check.path ?? ''}`.trim(),
          }
        }),
        filters:
          one.acls?.map(
            (each) =>
              `${each.action ?? 'unknown'} ${each.protocol ?? 'all'} ${each.remote_ip_prefix ?? 'any'}`,
          ) ?? null,
        access_logs: null,
        deletion_protection: null,
      },
    }
  },
})
