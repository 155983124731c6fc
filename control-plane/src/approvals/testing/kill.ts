import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createFolder } from '@vedette/test/kit'
import { type CrashOutcome, restart } from './crash.ts'
import { APPROVER, createStand, SILENCE } from './stand.ts'

// Kills a real process with SIGKILL at its `point`-th step between approval and outcome, starts over, and tells what
// there is then; the effects are what a server outside of it has counted.
export async function runKill(point: number): Promise<CrashOutcome> {
  const undos: (() => void | Promise<void>)[] = []
  const url = `sqlite:${join(createFolder({ after: (undo) => void undos.push(undo) }), 'store.db')}`
  const effects: string[] = []
  const server = createServer((request, response) => {
    effects.push(request.url?.slice(1) ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  const first = await createStand({ url })
  const asked = await first.call('alerts_silences_create', SILENCE)
  const id = String(asked['pending_action_id'])
  await first.actions.decide({ principal: APPROVER, id, verdict: 'approve', as: 'approver' })
  await first.close()
  await runUntil(point, [url, id, `http://127.0.0.1:${port}`])
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  const outcome = await restart({ url, id, effects })
  for (const undo of undos) await undo()
  return outcome
}

async function runUntil(point: number, args: readonly string[]): Promise<void> {
  const file = join(import.meta.dirname, 'killed.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let steps = 0
  for await (const line of createInterface({ input: child.stdout }))
    if (line === 'step' && steps++ === point) child.kill('SIGKILL')
  await ended
}
