import { sleep } from '@vedette/proto/clock'
import type { PolicyOverview } from '../../src/http/api-types.ts'
import type { ApiClient } from '../client.ts'
import type { ExitName } from '../exit-codes.ts'
import type { Io } from '../io.ts'

const EVERY_MS = 500

export type Enforced = Readonly<{
  word: Extract<ExitName, 'ok' | 'failure' | 'timed_out'>
  page: PolicyOverview
  agents: PolicyOverview['agents']
}>

// Waits until no agent that is here is on its way to the version. `failure`: one FAILED, or a later version is in force.
export async function untilEnforced(
  api: ApiClient,
  io: Pick<Io, 'clock' | 'signal'>,
  { version, seconds }: Readonly<{ version: number; seconds: number }>,
): Promise<Enforced> {
  const end = io.clock.monotonic() + seconds * 1000
  for (;;) {
    const page = await api.get<PolicyOverview>('/api/v1/policy')
    const { agents } = page
    const isWaiting = agents.some(({ status, reason }) => status === 'APPLYING' && reason !== 'agent_offline')
    if (page.applied?.version !== version) return { word: 'failure', page, agents }
    const isOver = io.clock.monotonic() >= end
    const hasFailed = agents.some(({ status }) => status === 'FAILED')
    if (!isWaiting && !hasFailed) return { word: 'ok', page, agents }
    // A failure may still mend until the time is over: the policy is pushed again.
    if (isOver) return { word: hasFailed ? 'failure' : 'timed_out', page, agents }
    await sleep(io.clock, EVERY_MS, io.signal)
    io.signal.throwIfAborted()
  }
}
