import type { Cleanup } from '@vedette/test/kit'
import { startHttp } from '../../control-plane/testing/http.ts'
import { fuzzMcp } from '../../control-plane/testing/mcp-fuzz.ts'

/** Damaged bodies and headers that the long run sends to the MCP endpoint. */
export const FUZZED = 100_000

/** Sends them to the whole HTTP server; how many were answered wrongly, faults of the server included. */
export async function runFuzz(
  facts: Readonly<{ seed: number; requests?: number; onWrong(line: string): void }>,
): Promise<number> {
  const undo: (() => void | Promise<void>)[] = []
  const cleanup: Cleanup = { after: (one) => void undo.push(one) }
  try {
    const { url, faults } = await startHttp(cleanup, { requestsPerMinute: 100_000_000 })
    const { requests = FUZZED, seed, onWrong } = facts
    const { wrong } = await fuzzMcp({ url, token: 'vdt_admin', requests, seed, onWrong })
    if (faults.length > 0) onWrong(`the server failed ${faults.length} times on damaged requests`)
    const isAlive = (await fetch(`${url}/healthz`)).status === 200
    if (!isAlive) onWrong('the server does not answer after damaged requests')
    return wrong + faults.length + (isAlive ? 0 : 1)
  } finally {
    for (const one of undo.reverse()) await one()
  }
}
