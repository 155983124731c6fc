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

// Power states of a virtual machine.
export const POWER_STATES = Object.freeze([
  'running',
  'stopped',
  'starting',
  'stopping',
  'suspended',
  'terminated',
  'unknown',
] as const)

// One virtual machine.
export const instanceRow = z.object({
  ...resource,
  power: z.enum(POWER_STATES),
  machine_type: maybe.text,
  zone: maybe.text,
  private_addresses: z.array(z.string()),
  public_addresses: z.array(z.string()),
  dns_name: maybe.text,
  network: maybe.text,
  subnet: maybe.text,
  image: maybe.text,
  architecture: maybe.text,
  capacity: z.enum(['on_demand', 'spot', 'unknown']),
  launched_at: maybe.time,
})

// One serverless function.
export const functionRow = z.object({
  ...resource,
  runtime: maybe.text,
  version: maybe.text,
  state: maybe.text,
  memory_bytes: maybe.number,
  timeout_s: maybe.number,
  architecture: maybe.text,
  package: z.enum(['archive', 'image', 'source', 'unknown']),
  modified_at: maybe.time,
})

// One managed Kubernetes cluster.
export const k8sClusterRow = z.object({
  ...resource,
  // The vendor's word: ACTIVE, RUNNING, RECONCILING ...
  state: z.string(),
  version: maybe.text,
  public_endpoint: maybe.flag,
  // Whether the public endpoint takes any address.
  open_to_any: maybe.flag,
  nodes: maybe.number,
  release_channel: maybe.text,
  support_ends_at: maybe.time,
  created_at: maybe.time,
})

// One virtual network.
export const networkRow = z.object({
  ...resource,
  cidrs: z.array(z.string()),
  default: maybe.flag,
  state: maybe.text,
  subnets: maybe.number,
})

// One managed database instance or cluster.
export const databaseRow = z.object({
  ...resource,
  engine: z.string(),
  version: maybe.text,
  role: z.enum(['primary', 'replica', 'cluster', 'member', 'unknown']),
  state: z.string().describe("The vendor's word: available, RUNNABLE, storage-full ..."),
  machine_type: maybe.text,
  storage_bytes: maybe.number,
  multi_zone: maybe.flag,
  zones: maybe.texts,
  endpoint: maybe.text,
  port: maybe.number,
  network: maybe.text,
  // Whether it has an address that the internet routes to; filters in front may still close it.
  public_address: maybe.flag,
  encrypted: maybe.flag,
  deletion_protection: maybe.flag,
  source: maybe.text,
  created_at: maybe.time,
})

// One bucket.
export const bucketRow = z.object({
  ...resource,
  // Null: policy, ACL or block settings could not all be read, so it is not known.
  public: maybe.flag,
  public_because: maybe.texts,
  encryption: z.enum(['provider_key', 'customer_key', 'none', 'unknown']),
  versioning: maybe.flag,
  storage_class: maybe.text,
  created_at: maybe.time,
})

// Kinds of load balancers, by what they look at.
export const LOAD_BALANCER_KINDS = Object.freeze([
  'application',
  'network',
  'gateway',
  'classic',
  'proxy',
  'passthrough',
  'unknown',
] as const)
