import { z } from 'zod'
import { aggregate, type Collected } from './answers.ts'
import type { Reader } from './client.ts'
import { labels, maybeFlag, maybeText, maybeTime, texts } from './values.ts'

const rule = z.object({
  id: z.string(),
  name: z.string(),
  region: maybeText,
  IPAddress: maybeText,
  IPProtocol: maybeText,
  loadBalancingScheme: maybeText,
  portRange: maybeText,
  ports: texts,
  allPorts: maybeFlag,
  target: maybeText,
  backendService: maybeText,
  network: maybeText,
  labels,
  creationTimestamp: maybeTime,
})
export type ForwardingRule = z.output<typeof rule>

// Forwarding rules, global and of every region.
export function readRules(reader: Reader): Promise<Collected<ForwardingRule>> {
  const needs = 'compute.forwardingRules.list'
  return aggregate(reader, { resource: 'forwardingRules', field: 'forwardingRules', row: rule, needs })
}

// Whether the internet reaches it, as its scheme says.
export function reachOf({
  loadBalancingScheme: scheme,
}: ForwardingRule): 'internet' | 'internal' | 'unknown' {
  if (scheme === null) return 'unknown'
  if (scheme.startsWith('EXTERNAL')) return 'internet'
  return scheme.startsWith('INTERNAL') ? 'internal' : 'unknown'
}

// What kind of balancer a rule leads to, by what it points at.
export function kindOf({
  target,
  backendService,
}: ForwardingRule): 'application' | 'proxy' | 'passthrough' | 'unknown' {
  if (target === null) return backendService === null ? 'unknown' : 'passthrough'
  if (/\/targetHttps?Proxies\//.test(target)) return 'application'
  if (/\/target(?:Tcp|Ssl)Proxies\//.test(target)) return 'proxy'
  return /\/target(?:Pools|Instances)\//.test(target) ? 'passthrough' : 'unknown'
}

// Ports that a rule takes; null for all or when it does not tell.
export function portsOf(one: ForwardingRule): { protocol: string; port: number | null }[] | null {
  const protocol = one.IPProtocol ?? 'unknown'
  if (one.allPorts === true) return [{ protocol, port: null }]
  const said = one.portRange === null ? one.ports : [one.portRange]
  if (said.length === 0) return null
  return said.map((text) => {
    const [from = '', to = from] = text.split('-')
    return { protocol, port: from === to && /^\d+$/.test(from) ? Number(from) : null }
  })
}
