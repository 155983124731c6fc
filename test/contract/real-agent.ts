import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { parseAgentConfig } from '@vedette/agent/config'
import { type AgentEnd, runAgent } from '@vedette/agent/main'
import { findOrganisation } from '@vedette/control-plane/identity'
import { systemClock } from '@vedette/proto/clock'
import { createFolder } from '@vedette/test/kit'
import type { World } from './control-plane/world.ts'

export type RealAgent = Readonly<{
  end: Promise<AgentEnd>
  lines: readonly string[]
  stop(): Promise<void>
}>

// The lobby credential of an organisation in a file, as an installation has it.
export function writeLobbyCreds(t: TestContext, world: World, organisation = 'acme'): string {
  const { jwt, seed } = findOrganisation(world.operator, organisation).lobby
  const file = join(createFolder(t), 'lobby.creds')
  const wrap = (kind: string, text: string) => `-----BEGIN ${kind}-----\n${text}\n------END ${kind}------\n`
  writeFileSync(file, `${wrap('NATS USER JWT', jwt)}\n${wrap('USER NKEY SEED', seed)}`)
  return file
}

// Makes a join token's file.
export async function writeJoinToken(t: TestContext, world: World): Promise<string> {
  const { secret } = await world.store.joinTokens.create({
    organisation: 'acme',
    ttl_ms: 600_000,
    max_uses: 1,
  })
  const file = join(createFolder(t), 'join-token')
  writeFileSync(file, secret)
  return file
}

// Runs a whole agent in this process from a file as people write it; it is stopped with the test.
export function startRealAgent(t: TestContext, file: Readonly<Record<string, unknown>>): RealAgent {
  const config = parseAgentConfig(JSON.stringify({ data_dir: createFolder(t), ...file }), [])
  const stopping = new AbortController()
  const lines: string[] = []
  const write = (fields: Readonly<Record<string, unknown>>, message: string) =>
    void lines.push(`${message} ${JSON.stringify(fields)}`)
  const log = { debug: write, info: write, warn: write, error: write }
  const end = runAgent(config, { clock: systemClock, signal: stopping.signal, log })
  end.catch(() => {})
  const stop = async () => {
    stopping.abort()
    await end.catch(() => {})
  }
  t.after(stop)
  return { end, lines, stop }
}
