import { z } from 'zod'
import { readList } from './lists.ts'
import type { Site } from './reading.ts'
import { number, text, toTime, toWord } from './values.ts'

const named = z.looseObject({ id: z.string(), name: text })
const balancer = named.extend({
  visibility: text,
  status: text,
  vpc_id: text,
  created_at: text,
  public_ip: z.looseObject({ ip_address: text }).nullish(),
  ip_address: text,
  listeners: z
    .array(named.extend({ protocol: text, port: number, backend_id: text, tls_certificate_id: text }))
    .nullish(),
  backends: z
    .array(
      named.extend({
        health_check_id: text,
        targets_type: text,
        targets: z.array(z.looseObject({ port: number })).nullish(),
      }),
    )
    .nullish(),
  health_checks: z
    .array(named.extend({ protocol: text, path: text, port: number, interval_seconds: number }))
    .nullish(),
  tls_certificates: z.array(named.extend({ expiration_date: text, created_at: text })).nullish(),
  acls: z.array(z.looseObject({ action: text, protocol: text, remote_ip_prefix: text })).nullish(),
})
export type Balancer = z.output<typeof balancer>

const EXPOSURES = Object.freeze({ external: 'internet', internal: 'internal' } as const)

// Every network load balancer of a site.
export function readBalancers(site: Site) {
  return readList(site.client, {
    ...site,
    path: ['load-balancer', 'v0beta1', 'network-load-balancers'],
    name: 'results',
    row: balancer,
    needs: 'lba.loadbalancer.read',
    paging: 'offset',
  })
}

// One load balancer as a row.
export function toBalancer(site: Site, one: Balancer) {
  return {
    id: one.id,
    name: one.name ?? null,
    account: site.account,
    region: site.region,
    tags: null,
    kind: 'network' as const,
    exposure: toWord(EXPOSURES, one.visibility),
    state: one.status ?? null,
    dns_names: [],
    addresses: [one.public_ip?.ip_address, one.ip_address].filter(
      (each) => each != null && each !== '',
    ) as string[], // the filter just said so
    network: one.vpc_id ?? null,
    created_at: toTime(one.created_at),
  }
}
