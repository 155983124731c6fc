import type { ProbeResult, RefusedOperation } from '@vedette/proto/connector'
import { isState } from '@vedette/proto/visibility'
import { cleanText } from '../redactor/index.ts'
import type { ProbeResponse } from './connector-pb.ts'
import type { Description } from './judge-description.ts'
import { SCOPES } from './limits.ts'
import { toScope } from './to-scope.ts'

const WORDS = ['up', 'degraded', 'down'] as const
const REFUSED = ['forbidden', 'not_served'] as const

// What a probe found, as far as it can be believed: an unknown word or a scope that cannot be shown is `down`, and
// what is down proves nothing.
export function judgeProbe(said: ProbeResponse, description: Description): ProbeResult {
  const { version, operations, ignored } = description
  const servers = [{ name: 'plugin', health: 'up', version } as const, ...ignored]
  const health = WORDS.find((one) => one === said.health)
  const scopes = said.scopes.map(toScope).filter((one) => one !== null)
  const isBroken = health === undefined || scopes.length < said.scopes.length || scopes.length > SCOPES
  if (isBroken || operations.length === 0) return { health: 'down', code: 'unusable', scopes: [], servers }
  if (health === 'up') return { health, scopes, servers, forbidden: toRefused(said, operations) }
  const code = isState(said.code) ? said.code : 'unusable'
  if (health === 'down') return { health, code, scopes: [], servers }
  return { health, code, scopes, servers, forbidden: toRefused(said, operations) }
}

function toRefused(
  { unanswerable }: ProbeResponse,
  operations: Description['operations'],
): readonly RefusedOperation[] {
  const served = new Set(operations.map(({ id }) => id))
  return unanswerable.flatMap(({ operation, state, missing }) => {
    if (!served.has(operation)) return []
    const text = cleanText(missing).slice(0, 512)
    // A word that is unknown still says that it cannot be answered.
    const word = REFUSED.find((one) => one === state) ?? 'forbidden'
    return [{ operation, state: word, ...(text === '' ? {} : { missing: text }) }]
  })
}
