import { SourceError } from '@vedette/proto/connector'
import type { Part } from '@vedette/proto/visibility'
import { z } from 'zod'
import { askAs, type Collected, withAnyOrNothing } from './answers.ts'
import type { Reader } from './client.ts'
import { type FilterRule, readNetworks, toRange } from './networks.ts'
import { maybeFlag, maybeNumber, maybeText, names, texts } from './values.ts'

const rule = z.object({
  action: z.string(),
  direction: maybeText,
  priority: maybeNumber,
  disabled: maybeFlag,
  description: maybeText,
  match: z
    .object({
      srcIpRanges: texts,
      destIpRanges: texts,
      layer4Configs: z
        .array(z.object({ ipProtocol: z.string(), ports: z.array(z.string()).optional() }))
        .default([]),
    })
    .optional(),
})
const effective = withAnyOrNothing(['firewalls', 'firewallPolicys', 'organizationFirewalls'], {
  firewalls: z.array(z.unknown()).optional(),
  firewallPolicys: z
    .array(
      z.object({
        name: maybeText,
        displayName: maybeText,
        shortName: maybeText,
        type: maybeText,
        rules: z.array(rule).default([]),
      }),
    )
    .default([]),
})

type PolicyGroup = Readonly<{
  rules: readonly FilterRule[]
  row: Readonly<{ id: string; name: string; network: string; description: string | null }>
}>

const MAX_NETWORKS = 50

// Firewall policies in force on each network, one group for each network and policy. A network that does not tell them
// is a gap, and so is any network beyond the fiftieth.
export async function readPolicies(
  reader: Reader,
  network: string | undefined,
): Promise<Collected<PolicyGroup>> {
  const networks = await readNetworks(reader)
  const wanted = networks.paged.items.filter((one) => names(one.name, network) || one.id === network)
  const gaps: Part[] = [...networks.gaps]
  const items: PolicyGroup[] = []
  for (const one of wanted.slice(0, MAX_NETWORKS)) {
    try {
      items.push(...(await readEffective(reader, one.name)))
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      gaps.push({ scope: { ...reader.scope, network: one.name }, state: error.state, ...error.carried })
    }
  }
  if (wanted.length > MAX_NETWORKS) return { paged: { items, stop: 'cap', cap: 'rows' }, gaps }
  return { paged: { ...networks.paged, items }, gaps }
}

async function readEffective(reader: Reader, network: string): Promise<readonly PolicyGroup[]> {
  const said = await askAs(reader, {
    service: 'compute',
    path: ['projects', reader.project.id, 'global', 'networks', network, 'getEffectiveFirewalls'],
    row: effective,
    needs: 'compute.networks.getEffectiveFirewalls',
  })
  return said.firewallPolicys.map((policy) => {
    const id = policy.name ?? policy.shortName ?? 'policy'
    return {
      rules: policy.rules.flatMap((one) => toRules(one, id)),
      row: {
        id: `${network}/${id}`,
        name: policy.displayName ?? policy.shortName ?? id,
        network,
        description: policy.type,
      },
    }
  })
}

function toRules(one: z.output<typeof rule>, id: string): readonly FilterRule[] {
  const action = one.action === 'allow' ? 'allow' : one.action === 'deny' ? 'deny' : null
  // The rest goes on to the next policy, or inspects what another rule lets in.
  if (action === null || one.disabled === true) return []
  const direction = one.direction === 'EGRESS' ? 'egress' : 'ingress'
  const ranges = (direction === 'egress' ? one.match?.destIpRanges : one.match?.srcIpRanges) ?? []
  const entries = one.match?.layer4Configs ?? []
  return (entries.length === 0 ? [{ ipProtocol: 'all', ports: undefined }] : entries).map((entry) => ({
    id,
    direction,
    action,
    protocol: entry.ipProtocol,
    ports: entry.ports === undefined || entry.ports.length === 0 ? null : entry.ports.map(toRange),
    peers: ranges.length === 0 ? ['0.0.0.0/0', '::/0'] : ranges,
    priority: one.priority,
    description: one.description,
  }))
}
