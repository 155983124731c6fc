import type { Enroll } from '../bus/types.ts'
import type { Audit, AuditFacts } from './types.ts'

type Recorder = Pick<Audit, 'recordIntent' | 'recordOutcome'>

// Does something that must not happen unrecorded: the intent is durable before it, the outcome after it. Throws
// AuditError, and then nothing was done or, when the outcome could not be written, its result is withheld.
export async function auditEffect<T>(
  audit: Recorder,
  facts: AuditFacts,
  effect: Readonly<{ run(): Promise<T>; toFacts(result: T): Partial<AuditFacts> }>,
): Promise<T> {
  const intent = await audit.recordIntent(facts)
  const { arguments: _, ...known } = facts
  let result: T
  try {
    result = await effect.run()
  } catch (error) {
    // Whatever was thrown is the news; an outcome that cannot be written as well reads as unknown.
    await audit.recordOutcome(intent, { ...known, outcome: ['failed'] }).catch(() => {})
    throw error
  }
  await audit.recordOutcome(intent, { ...known, ...effect.toFacts(result) })
  return result
}

// Enrolment with a row before the key is issued and one after it; what cannot be recorded is not issued.
export function auditEnrolment(enroll: Enroll, audit: Recorder): Enroll {
  return (organisation, request) =>
    auditEffect(
      audit,
      { organisation, principal: null, action: 'agent.enrolled' },
      {
        run: () => enroll(organisation, request),
        toFacts: (reply) =>
          reply.outcome === 'enrolled'
            ? { agent: reply.agent, outcome: ['enrolled'] }
            : { outcome: ['refused', reply.error.code] },
      },
    )
}

type Revoke = (organisation: string, agent: string, publicKey: string | null) => Promise<readonly string[]>

// The end of an agent's keys with a row before it and one after it.
export function auditRevocation(revoke: Revoke, audit: Recorder): Revoke {
  return (organisation, agent, publicKey) =>
    auditEffect(
      audit,
      { organisation, principal: null, action: 'agent.revoked', agent },
      { run: () => revoke(organisation, agent, publicKey), toFacts: () => ({ outcome: ['revoked'] }) },
    )
}
