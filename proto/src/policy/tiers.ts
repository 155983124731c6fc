// Risk tiers from harmless to forbidden; an operation has one, a connector may raise it, never lower it.
export const TIERS = Object.freeze([
  'metadata',
  'read',
  'protected_read',
  'metered_read',
  'write',
  'send',
  'high_risk',
  'never',
] as const)

export type Tier = (typeof TIERS)[number]

// How much a token may do without a person: never promotes send or high_risk, never overrides a denial.
export const MODES = Object.freeze(['read_only', 'cautious', 'auto'] as const)

export type Mode = (typeof MODES)[number]

const WRITE_TIERS: readonly Tier[] = Object.freeze(['write', 'send', 'high_risk'])

// Tells whether a tier changes something or reaches people.
export function isWriteTier(tier: Tier): boolean {
  return WRITE_TIERS.includes(tier)
}

// Tells whether who approves must be somebody else than who asks.
export function needsSecondPerson(tier: Tier): boolean {
  return tier === 'send' || tier === 'high_risk'
}
