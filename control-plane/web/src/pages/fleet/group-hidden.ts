import type { CatalogItem } from '../../api/index.ts'

export type HiddenGroup = Readonly<{ key: string; why: string; tools: readonly CatalogItem[] }>

// Tools that a session is not offered, by the reason, the largest group first.
export function groupHidden(tools: readonly CatalogItem[]): readonly HiddenGroup[] {
  const groups = Map.groupBy(
    tools.filter((tool) => !tool.announced),
    toReason,
  )
  return [...groups]
    .map(([why, hidden]) => ({ key: why, why, tools: hidden }))
    .sort((a, b) => b.tools.length - a.tools.length || (a.why < b.why ? -1 : 1))
}

const NOTHING_CONFIGURED = 'no connector that would serve them is configured'

// How many of these tools each connector would help to serve, the most helpful first.
export function countConnectors(tools: readonly CatalogItem[]): readonly (readonly [string, number])[] {
  const all = tools.flatMap(({ connect }) => connect)
  const groups = Map.groupBy(all, (connector) => connector)
  return [...groups]
    .map(([connector, found]) => [connector, found.length] as const)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

// Why one tool is not offered, in words.
export function toReason(tool: CatalogItem): string {
  if (tool.admission === 'not_offered') return 'the mode of this token offers nothing of this tier'
  if (tool.admission === 'outside') return 'outside the families and tiers of this token'
  if (tool.standing === 'denied') return toDenied(tool)
  const [first] = tool.why
  if (first === undefined) return 'nobody serves it'
  if (tool.why.every(({ state }) => state === 'not_configured')) return NOTHING_CONFIGURED
  const worst = tool.why.find(({ state }) => state !== 'not_configured') ?? first
  return worst.detail === null ? worst.state : `${worst.state} (${worst.detail})`
}

function toDenied({ why }: CatalogItem): string {
  const rules = why.flatMap(({ state, detail }) =>
    state === 'denied_by_policy' && detail !== null ? [detail] : [],
  )
  return rules.length === 0 ? 'denied by policy' : `denied by policy (${[...new Set(rules)].join(', ')})`
}
