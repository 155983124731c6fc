// The five health words of a connector, from best to worst as a reader should see them.
export const HEALTH_WORDS = Object.freeze(['up', 'unchecked', 'not_configured', 'degraded', 'down'] as const)

export type HealthWord = (typeof HEALTH_WORDS)[number]

// Why a connector is not configured.
export type HealthReason = 'not_requested' | 'secret_missing' | 'secret_key_missing'
