import { z } from 'zod'
import { filter } from '../fields.ts'
import { freeText, maybe } from '../values.ts'

// Where a cloud resource is. `account` is the proved account, project or tenant; `region` is null when it is global.
export const place = Object.freeze({
  account: z.string(),
  region: maybe.text,
})

// What every listed cloud resource says of itself.
export const resource = Object.freeze({
  // As the vendor spells it: an id, an ARN or a full resource name.
  id: z.string(),
  name: maybe.text,
  ...place,
  tags: maybe.tags,
})

// Only resources with this tag or label.
export function tagFilter() {
  return filter('Only resources with this tag or label: key, or key=value')
}

// One event that a managed service tells of itself.
export const serviceEvent = z.object({
  at: z.string(),
  // As the vendor classes it: failover, maintenance, notification ...
  category: maybe.text,
  severity: z.enum(['error', 'warning', 'info']).nullable(),
  message: freeText,
})

// How far something may be reached from: `internet` only when the read proves it.
export const REACH = Object.freeze(['internet', 'internal', 'unknown'] as const)

// One rule of a packet filter. `ports` is null for all ports; a source is a CIDR, a group or a service name.
export const filterRule = z.object({
  id: maybe.text,
  direction: z.enum(['ingress', 'egress']),
  action: z.enum(['allow', 'deny']),
  protocol: z.string().describe('tcp, udp, icmp, a number, or all'),
  ports: z.array(z.object({ from: z.number(), to: z.number() })).nullable(),
  peers: z.array(z.string()),
  priority: maybe.number,
  description: maybe.freeText,
})
