import type { Beat, Report } from '@vedette/proto/wire'

const DIGEST = `${'d'.repeat(63)}1`

/** One made-up agent: its id, and what it says. */
export type FakeAgent = {
  readonly id: string
  readonly subject: { readonly beat: string; readonly report: string }
  report(pings: Readonly<Record<string, string>>): string
  beat(pings: Readonly<Record<string, string>>): string
}

/** Made-up agents as an agent's own process writes them: sequences rise, identity and incarnation stay. */
export function createFakeAgents(count: number): readonly FakeAgent[] {
  return Array.from({ length: count }, (_, at): FakeAgent => {
    const id = toAgentId(at)
    const about = {
      agent: id,
      incarnation: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      identity: { kind: 'host' as const, id: toHostId(at) },
    }
    let sequence = 0
    const next = () => {
      sequence += 1
      return sequence
    }
    return {
      id,
      subject: { beat: `v1.agent.${id}.beat`, report: `v1.agent.${id}.report` },
      beat(pings) {
        const beat: Beat = {
          type: 'vedette.v1.beat',
          ...about,
          sequence: next(),
          pings,
          digest: DIGEST,
          sent_at: Date.now(),
        }
        return JSON.stringify(beat)
      },
      report(pings) {
        const now = Date.now()
        const report: Report = {
          type: 'vedette.v1.report',
          ...about,
          started_at: now - 1000,
          name: `machine-${at}`,
          version: '0.1.0',
          labels: {},
          connectors: [],
          policy: {
            status: 'APPLIED',
            local_hash: 'l',
            remote_version: 0,
            remote_hash: 'r',
            effective_hash: 'e',
            rules: [],
          },
          sequence: next(),
          sent_at: now,
          digest: DIGEST,
          pings,
        }
        return JSON.stringify(report)
      },
    }
  })
}

/** The id of the agent at this place, and of its machine. */
export const toAgentId = (at: number): string => `ag_${String(at).padStart(6, '0')}`
export const toHostId = (at: number): string => `machine-${String(at).padStart(8, '0')}`
