import type { Tier } from '@vedette/proto/policy'
import { type Tool, toAnnounced } from '../tools/index.ts'

// The tools announced to somebody, with the JSON that tools/list sends for them.
export type Listing = Readonly<{ tools: readonly Tool[]; json: string }>

export type Listings = Readonly<{
  // The same list of tools always gives the same listing, so that its bytes are written once.
  of(tools: readonly Tool[]): Listing
}>

// Distinct lists kept at most; fleets differ by what is served, so there are few.
const MAX_KEPT = 64

// Listings over one surface; every tool's JSON is written once.
export function createListings(): Listings {
  const texts = new Map<Tool, string>()
  const kept = new Map<string, Listing>()

  function textOf(tool: Tool): string {
    const known = texts.get(tool)
    if (known !== undefined) return known
    const text = JSON.stringify(toListedTool(tool))
    texts.set(tool, text)
    return text
  }

  return Object.freeze({
    of(tools: readonly Tool[]): Listing {
      const key = tools.map((tool) => tool.name).join(' ')
      const known = kept.get(key)
      if (known !== undefined) return known
      const listing = Object.freeze({ tools, json: `[${tools.map(textOf).join(',')}]` })
      if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? '')
      kept.set(key, listing)
      return listing
    },
  })
}

// A tool as tools/list shows it; keys in a fixed order.
export function toListedTool(tool: Tool): Readonly<Record<string, unknown>> {
  const { name, title, tier } = tool
  const { description, inputSchema } = toAnnounced(tool)
  return { name, title, description, inputSchema, annotations: toAnnotations(tier) }
}

// What a client may show its user of a tool's risk.
export function toAnnotations(tier: Tier): Readonly<Record<string, boolean>> {
  switch (tier) {
    case 'metadata':
      return { readOnlyHint: true, openWorldHint: false }
    case 'read':
    case 'protected_read':
    case 'metered_read':
      return { readOnlyHint: true }
    case 'write':
    case 'send':
      return { readOnlyHint: false, destructiveHint: false }
    case 'high_risk':
    case 'never':
      return { readOnlyHint: false, destructiveHint: true }
  }
}
