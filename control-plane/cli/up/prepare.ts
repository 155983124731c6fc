import { hostname } from 'node:os'
import type { Clock } from '@vedette/proto/clock'
import { stringify } from 'yaml'
import {
  addOrganisation,
  createOperator,
  findOrganisation,
  loadOperator,
  type Operator,
  operatorFile,
  saveOperator,
  toNatsConfig,
} from '../../src/identity/index.ts'
import { createSecret, createStore, type Store } from '../../src/store/index.ts'
import { createAgentFile, setNatsUrl } from './agent-file.ts'
import { toCredsFile } from './creds-file.ts'
import { type DataDir, readText, readToken, writePrivate } from './data-dir.ts'
import type { Ports } from './ports.ts'

// The organisation of everything that `up` runs.
export const LOCAL_ORGANISATION = 'default'
const JOIN_MS = 10 * 60_000
const LOCAL_TOKEN = {
  organisation: LOCAL_ORGANISATION,
  name: 'local',
  mode: 'cautious',
  role: 'admin',
} as const

export type Prepared = Readonly<{ token: string }>

// Writes what the parts need: keys, store, token and configurations on the first run; on later ones only what
// changes from run to run (ports, a join token), so that token and history stay.
export async function prepare(dir: DataDir, ports: Ports, clock: Clock): Promise<Prepared> {
  const operator = await prepareOperator(dir, clock)
  const resolver = { port: ports.nats, resolver_dir: `${dir.nats}/jwt` }
  writePrivate(`${dir.nats}/nats.conf`, toNatsConfig(operator, resolver))
  writePrivate(dir.controlPlaneConfig, toControlPlaneFile(dir, ports))
  const store = await createStore({ url: `sqlite:${dir.store}`, clock })
  try {
    const token = await prepareToken(dir, store)
    await prepareAgent({ dir, ports, store, operator })
    return { token }
  } finally {
    await store.close()
  }
}

async function prepareOperator(dir: DataDir, clock: Clock): Promise<Operator> {
  const file = operatorFile(dir.root)
  const known = await loadOperator(file)
  if (known?.organisations.some(({ name }) => name === LOCAL_ORGANISATION)) return known
  const made = known ?? (await createOperator({ organisations: [], now: clock.now() }))
  const operator = await addOrganisation(made, LOCAL_ORGANISATION)
  await saveOperator(file, operator)
  return operator
}

async function prepareToken(dir: DataDir, store: Store): Promise<string> {
  if (!(await store.organisations.list()).includes(LOCAL_ORGANISATION))
    await store.organisations.create(LOCAL_ORGANISATION)
  const known = readToken(dir.root)
  if (known !== null) await store.tokens.ensure(LOCAL_TOKEN, known)
  if (known !== null && (await store.tokens.verify(known)) !== null) return known
  // None yet, or the one in the file was revoked: its owner gets another.
  const token = createSecret('vdt_')
  writePrivate(dir.token, `${token}\n`)
  await store.tokens.ensure(LOCAL_TOKEN, token)
  return token
}

async function prepareAgent(
  facts: Readonly<{ dir: DataDir; ports: Ports; store: Store; operator: Operator }>,
): Promise<void> {
  const { dir, ports, store, operator } = facts
  const creds = `${dir.agent}/lobby.creds`
  const joinToken = `${dir.agent}/join-token`
  writePrivate(creds, toCredsFile(findOrganisation(operator, LOCAL_ORGANISATION).lobby))
  // An agent that has joined renews by its own key; one whose key was revoked does not come back by itself.
  if (readText(`${dir.agent}/identity.json`) === null) {
    const limits = { organisation: LOCAL_ORGANISATION, ttl_ms: JOIN_MS, max_uses: 1 }
    const { secret } = await store.joinTokens.create(limits)
    writePrivate(joinToken, `${secret}\n`)
  }
  const nats_url = `nats://127.0.0.1:${ports.nats}`
  const known = readText(dir.agentConfig)
  const paths = { data_dir: dir.agent, lobby_creds_file: creds, join_token_file: joinToken }
  const text =
    known === null
      ? createAgentFile({ name: toName(hostname()), nats_url, ...paths })
      : setNatsUrl(known, nats_url)
  if (text !== known) writePrivate(dir.agentConfig, text)
}

// A host's name as the agent's alias.
function toName(host: string): string {
  const name = host.replace(/[^A-Za-z0-9._-]/g, '-').replace(/^[^A-Za-z0-9]+/, '')
  return name.slice(0, 63) || 'local'
}

function toControlPlaneFile(dir: DataDir, ports: Ports): string {
  const head = '# Written by `vedette up` at each start.\n'
  return (
    head +
    stringify({
      data_dir: dir.root,
      store: `sqlite:${dir.store}`,
      nats: { urls: [`nats://127.0.0.1:${ports.nats}`] },
      http: { host: '127.0.0.1', port: ports.http },
    })
  )
}
