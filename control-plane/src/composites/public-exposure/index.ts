import {
  cloudBucketsList,
  cloudDatabasesList,
  cloudFirewallsList,
  cloudLoadBalancersList,
  cloudPublicIpsList,
  cloudSecurityGroupsList,
  k8sIngressesList,
  k8sNetworkPoliciesList,
  k8sServicesList,
} from '@vedette/proto/operations'
import { z } from 'zod'
import { type AskedFor, defineComposite, type Findings } from '../define-composite.ts'
import { boundOf, countItems, itemsOf, placeOf } from '../read.ts'
import type { Reader } from '../reader.ts'
import {
  type Exposed,
  exposedAddresses,
  exposedBalancers,
  exposedBuckets,
  exposedDatabases,
  exposedGroups,
  exposedIngresses,
  exposedServices,
  SCALE,
} from './exposed.ts'

const MAX_ROWS = { brief: 40, full: 150 } as const

const INPUT = z.strictObject({
  sensitive_only: z.boolean().default(false).describe('Only what should never be reachable'),
})

// What the internet can reach.
export const publicExposure = defineComposite({
  id: 'public_exposure',
  title: 'What the internet can reach',
  describe:
    'Lists what can be reached from the internet, worst first: open security groups, public databases and buckets, load balancers, addresses, services and ingresses, with ports and why.',
  when: ['public exposure', 'open to the internet', '0.0.0.0/0', 'public bucket', 'attack surface'],
  needs: {
    input: ['cloud.security_groups.list', 'k8s.ingresses.list', 'k8s.services.list'],
    input_any: true,
    grading: [
      'cloud.buckets.list',
      'cloud.databases.list',
      'cloud.load_balancers.list',
      'cloud.public_ips.list',
      'cloud.security_groups.list',
      'k8s.ingresses.list',
      'k8s.services.list',
    ],
    enriching: ['cloud.firewalls.list', 'k8s.network_policies.list'],
  },
  input: INPUT,
  routes: ['account', 'region', 'cluster'],
  run,
})

async function run(reader: Reader, { input, detail }: AskedFor<z.output<typeof INPUT>>): Promise<Findings> {
  reader.follow()
  const [groups, balancers, addresses, databases, buckets, services, ingresses, firewalls, policies] =
    await Promise.all([
      reader.read(cloudSecurityGroupsList, { limit: 1000 }),
      reader.read(cloudLoadBalancersList, { limit: 1000 }),
      reader.read(cloudPublicIpsList, { limit: 1000 }),
      reader.read(cloudDatabasesList, { limit: 1000 }),
      reader.read(cloudBucketsList, { limit: 1000 }),
      reader.read(k8sServicesList, { limit: 5000 }),
      reader.read(k8sIngressesList, { limit: 5000 }),
      reader.read(cloudFirewallsList, { limit: 500 }),
      reader.read(k8sNetworkPoliciesList, { limit: 5000 }),
    ])
  const found: readonly Exposed[] = [
    ...exposedGroups(groups),
    ...exposedDatabases(databases),
    ...exposedBuckets(buckets),
    ...exposedBalancers(balancers),
    ...exposedAddresses(addresses),
    ...exposedServices(services),
    ...exposedIngresses(ingresses),
  ].toSorted(compareExposed)
  const reads = [groups, balancers, addresses, databases, buckets, services, ingresses]
  const shown = input.sensitive_only ? found.filter((one) => one.grade === 'exposed_sensitive') : found
  return {
    scale: SCALE,
    findings: found,
    body: {
      exposed: shown
        .slice(0, MAX_ROWS[detail])
        .map(({ e, grade, ...one }) => ({ ...one, reach: grade, e: e() })),
      total: boundOf(found.filter((one) => one.grade !== 'unknown_reach').length, reads),
      sensitive: boundOf(found.filter((one) => one.grade === 'exposed_sensitive').length, reads),
      not_told: boundOf(found.filter((one) => one.grade === 'unknown_reach').length, reads),
      guards: {
        firewalls: itemsOf(firewalls, (value) => value.firewalls)
          .slice(0, 10)
          .map(({ item, view }) => ({
            name: item.name ?? item.id,
            kind: item.kind,
            default: item.default_action,
            e: view.cite(),
          })),
        clusters_with_policies: policies.views
          .filter((view) => view.value.policies.length > 0)
          .map((view) => placeOf(view)),
        policies: countItems(policies, (value) => value.policies.length),
      },
    },
    next: found.slice(0, 1).map(() => ({
      tool: 'cert_expiry',
      args: {},
      why: 'says whether what is reachable has valid certificates',
    })),
  }
}

function compareExposed(a: Exposed, b: Exposed): number {
  return SCALE.indexOf(b.grade) - SCALE.indexOf(a.grade) || (a.where + a.what < b.where + b.what ? -1 : 1)
}
