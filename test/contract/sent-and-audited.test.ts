import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parseAgentConfig } from '@vedette/agent/config'
import { ledgerSocket } from '@vedette/agent/ledger'
import { runAgent } from '@vedette/agent/main'
import { auditCalls, createAudit, toCallRecorder, verifyChains } from '@vedette/control-plane/audit'
import type { CallRequest } from '@vedette/control-plane/bus'
import { createDispatch } from '@vedette/control-plane/dispatch'
import { createSigner, findOrganisation, toSigningKeys } from '@vedette/control-plane/identity'
import { createToolSurface } from '@vedette/control-plane/tools'
import { systemClock } from '@vedette/proto/clock'
import { type OperationDefinition, toToolName } from '@vedette/proto/operations'
import { createFolder, eventually, getFreePort } from '@vedette/test/kit'
import { connect, jwtAuthenticator } from 'nats'
import { createNatsKey, encodeUserJwt } from '../../control-plane/src/bus/nats-keys.ts'
import { CANARIES, canaryConnector, fillWithCanaries, READS } from './canary-connector.ts'
import { createWorld, TICK_MS, type World } from './control-plane/world.ts'

type Sent = Readonly<{ call: string; bytes: number; sha256: string; held: boolean; text?: string }>

/** Hears every message of the account; the bytes of each reply subject in the order in which they came. */
async function tap(t: TestContext, world: World) {
  const { account, signing } = findOrganisation(world.operator, 'acme')
  const user = createNatsKey('user')
  const jwt = await encodeUserJwt({
    name: 'tap',
    public_key: user.public_key,
    account: account.public_key,
    signing_seed: signing.seed,
    publish: [],
    subscribe: ['>'],
  })
  const connection = await connect({
    servers: world.nats().url,
    authenticator: jwtAuthenticator(jwt, new TextEncoder().encode(user.seed)),
  })
  t.after(() => connection.close())
  const replies = new Map<string, Uint8Array[]>()
  const fromAgent: string[] = []
  connection.subscribe('>', {
    callback: (_, { subject, data }) => {
      const call = /^v1\.agent\.[^.]+\.reply\.[^.]+\.([^.]+)$/.exec(subject)?.[1]
      if (call !== undefined) replies.set(call, [...(replies.get(call) ?? []), data.slice()])
      if (/\.(reply\..+|beat|report)$/.test(subject)) fromAgent.push(new TextDecoder().decode(data))
    },
  })
  await connection.flush()
  return { replies, fromAgent }
}

async function startAgent(t: TestContext, world: World) {
  const [folder, dataDir] = [createFolder(t), createFolder(t)]
  const joined = { organisation: 'acme', ttl_ms: 600_000, max_uses: 1 }
  const { secret } = await world.store.joinTokens.create(joined)
  const { jwt, seed } = findOrganisation(world.operator, 'acme').lobby
  writeFileSync(
    join(folder, 'lobby.creds'),
    `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
  )
  writeFileSync(join(folder, 'token'), secret)
  const port = await getFreePort()
  const file = {
    name: 'web-1',
    data_dir: dataDir,
    nats: { url: world.nats().url, lobby_creds_file: join(folder, 'lobby.creds') },
    join_token: { file: join(folder, 'token') },
    identity: { host_id: 'host-number-1' },
    endpoints: { port },
    connectors: [
      { connector: 'canary', config: {} },
      { connector: 'canary', instance: 'thrower', config: { throws: true } },
    ],
  }
  const lines: string[] = []
  const note = (...words: readonly unknown[]) => void lines.push(JSON.stringify(words))
  const stopping = new AbortController()
  const config = parseAgentConfig(JSON.stringify(file), [canaryConnector])
  const end = runAgent(config, {
    clock: systemClock,
    signal: stopping.signal,
    log: { debug: note, info: note, warn: note, error: note },
  })
  t.after(async () => {
    stopping.abort()
    await end.catch(() => {})
  })
  return { dataDir, lines, metrics: () => fetchText(`http://127.0.0.1:${port}/metrics`) }
}

async function fetchText(url: string): Promise<string> {
  return (await fetch(url)).text()
}

function askLedger(dataDir: string, path: string): Promise<ReturnType<typeof JSON.parse>> {
  return new Promise((resolve, reject) => {
    get({ socketPath: ledgerSocket(dataDir), path }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8'))))
    }).on('error', reject)
  })
}

// Arguments that the operation takes; a canary in each text that may hold one.
function argumentsOf({ input }: OperationDefinition): Readonly<Record<string, unknown>> {
  const full = fillWithCanaries(input) as Readonly<Record<string, unknown>> // an object schema makes an object
  return input.safeParse(full).success ? full : {}
}

function findCanaries(text: string): readonly string[] {
  return Object.entries(CANARIES).flatMap(([name, value]) => (text.includes(value) ? [name] : []))
}

test('over every read of the catalogue the bus, the sent ledger and the audit agree byte by byte, and no canary is in them, nor in logs, metrics and answers', async (t) => {
  const world = await createWorld(t)
  const replica = await world.start('r1')
  const bus = await tap(t, world)
  const audit = createAudit({
    store: world.store,
    writer: 'r1',
    clock: systemClock,
    sign: createSigner(world.operator),
  })
  t.after(() => audit.close())
  const callAgent = auditCalls(replica.bus.callAgent, audit)
  const agent = await startAgent(t, world)
  const view = await eventually(() => {
    const [first] = replica.fleet.agents('acme')
    const isUp = first?.connectors.every(({ health }) => health === 'up')
    return first?.status === 'connected' && isUp ? first : undefined
  })
  const base: Omit<CallRequest, 'operation' | 'contract' | 'arguments' | 'tier'> = {
    organisation: 'acme',
    agent: view.agent,
    incarnation: view.incarnation ?? '',
    instance: 'canary',
    principal: 'tok_1',
    policy_hash: view.policy?.effective_hash ?? '',
    budget_ms: 10_000,
    signal: new AbortController().signal,
  }
  const ledger = new Map<string, Sent>()
  const ends = new Map<string, number>()
  let stuffed = 0
  for (const [at, operation] of READS.entries()) {
    const { id, contract, tier } = operation
    const result = await callAgent({
      ...base,
      operation: id,
      contract,
      tier,
      arguments: argumentsOf(operation),
    })
    const end = result.kind === 'answered' ? (result.parts[0]?.state ?? '') : result.kind
    ends.set(end, (ends.get(end) ?? 0) + 1)
    if (result.kind === 'answered' && Object.keys(result.meta.redacted).length > 0) stuffed += 1
    if (at % 50 === 49 || at === READS.length - 1) {
      const { sent } = (await askLedger(agent.dataDir, '/sent')) as Readonly<{ sent: readonly Sent[] }>
      for (const one of sent) {
        if (ledger.has(one.call)) continue
        ledger.set(one.call, await askLedger(agent.dataDir, `/sent?call=${one.call}`))
      }
    }
  }
  t.diagnostic(`${READS.length} operations: ${JSON.stringify(Object.fromEntries(ends))}, ${stuffed} redacted`)
  assert.ok(stuffed > READS.length * 0.9, `only ${stuffed} of ${READS.length} answers held canaries`)
  await audit.flush()
  const rows = await world.store.audit.search('acme', { kind: 'operation', limit: 1000 })
  assert.equal(rows.length, READS.length)
  assert.deepEqual(new Set(rows.map(({ action }) => action)), new Set(READS.map(({ id }) => id)))
  for (const { body, call, action } of rows) {
    const row = JSON.parse(body)
    const heard = Buffer.concat(bus.replies.get(call ?? '') ?? [])
    const sha256 = createHash('sha256').update(heard).digest('hex')
    assert.deepEqual([row.sha256, row.bytes], [sha256, heard.byteLength], action)
    const sent = ledger.get(call ?? '')
    assert.deepEqual(
      [sent?.sha256, sent?.bytes, sent?.text],
      [sha256, heard.byteLength, heard.toString()],
      action,
    )
  }

  // What a client throws is an answer too: its text goes nowhere.
  for (const { id, contract, tier } of READS.slice(0, 20)) {
    const thrown = await callAgent({
      ...base,
      instance: 'thrower',
      operation: id,
      contract,
      tier,
      arguments: {},
    })
    assert.ok(
      thrown.kind === 'refused' || (thrown.kind === 'answered' && thrown.parts[0]?.why === 'internal'),
      id,
    )
  }

  const dispatch = createDispatch({ fleet: replica.fleet, callAgent, clock: systemClock, tick_ms: TICK_MS })
  const surface = createToolSurface({
    fleet: replica.fleet,
    dispatch,
    store: { audit: toCallRecorder(audit) },
    clock: systemClock,
  })
  t.after(() => surface.close())
  const texts: string[] = []
  for (const operation of READS) {
    const result = await surface.call(
      toToolName(operation.id),
      {},
      {
        principal: { organisation: 'acme', id: 'tok_1', name: 't', mode: 'auto', role: 'admin' },
        signal: new AbortController().signal,
        budget_ms: 10_000,
        progress: () => {},
      },
    )
    texts.push(result.kind === 'answer' ? result.text : JSON.stringify(result.error))
  }
  await audit.flush()
  const stored = await world.store.audit.search('acme', { limit: 10_000 })
  const places = {
    'what the agent put on the bus': bus.fromAgent.join('\n'),
    'log of the agent': agent.lines.join('\n'),
    'metrics of the agent': await agent.metrics(),
    audit: JSON.stringify(stored),
    answers: texts.join('\n'),
  }
  assert.deepEqual(
    Object.entries(places).map(([place, text]) => [place, findCanaries(text)]),
    Object.keys(places).map((place) => [place, []]),
  )
  assert.equal(
    (await verifyChains({ store: world.store, keys: toSigningKeys(world.operator), organisation: 'acme' }))
      .ok,
    true,
  )
})
