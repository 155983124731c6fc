import { findOperation, type OperationDefinition } from '@vedette/proto/operations'
import type { Tier } from '@vedette/proto/policy'
import type { Principal } from '../store/types.ts'
import type { Needs, Tool } from './types.ts'

// `k8s.pods.list` -> `k8s`.
export function familyOf(operation: string): string {
  return operation.split('.', 1)[0] ?? operation
}

// Tells whether a token's families and tiers let it use an operation.
export function allowsOperation(
  principal: Principal,
  operation: Pick<OperationDefinition, 'id' | 'tier'>,
): boolean {
  const { families, tiers } = principal
  return (
    (families === undefined || families.includes(familyOf(operation.id))) &&
    (tiers === undefined || tiers.includes(operation.tier))
  )
}

// Tells whether a tool is inside what a token is narrowed to. Metadata is always inside: what is blind must be visible.
export function isAllowed(tool: Pick<Tool, 'needs' | 'tier'>, principal: Principal): boolean {
  if (toAdmission(tool.tier, principal) === 'not_offered') return false
  if (tool.needs === null) return tool.tier === 'metadata' || allowsTier(principal, tool.tier)
  return allowsNeeds(tool.needs, principal)
}

// What a call of this tier meets: it runs, asks a person first, or is not offered. No mode promotes what reaches people
// or restarts what runs, and nothing that changes anything is offered to `read_only` or to who acts for somebody else.
export function toAdmission(
  tier: Tier,
  principal: Pick<Principal, 'mode' | 'delegated'>,
): 'runs' | 'asks' | 'not_offered' {
  switch (tier) {
    case 'metadata':
    case 'read':
    case 'metered_read':
      return 'runs'
    case 'protected_read':
      return principal.mode === 'auto' ? 'runs' : 'asks'
    case 'write':
      if (!mayWrite(principal)) return 'not_offered'
      return principal.mode === 'auto' ? 'runs' : 'asks'
    case 'send':
    case 'high_risk':
      return mayWrite(principal) ? 'asks' : 'not_offered'
    case 'never':
      return 'not_offered'
  }
}

function mayWrite({ mode, delegated }: Pick<Principal, 'mode' | 'delegated'>): boolean {
  return mode !== 'read_only' && delegated !== true
}

function allowsTier(principal: Principal, tier: Tier): boolean {
  return principal.tiers === undefined || principal.tiers.includes(tier)
}

function allowsNeeds(needs: Needs, principal: Principal): boolean {
  const allows = (id: string) => {
    const operation = findOperation(id)
    return operation !== undefined && allowsOperation(principal, operation)
  }
  if (needs.input !== null)
    return needs.input_any === true ? needs.input.some(allows) : needs.input.every(allows)
  return [...needs.grading, ...needs.enriching].some(allows)
}
