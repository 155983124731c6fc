import assert from 'node:assert/strict'
import test from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import type { FleetPage } from '../../src/http/api-types.ts'
import type { ApiClient } from '../client.ts'
import { followHealth } from './follow-health.ts'

type State = FleetPage['agents'][number]['connectors'][number]

const SINCE = Date.parse('2026-03-01T10:00:00.000Z')
const WHAT = { name: 'prometheus', connector: 'prometheus', since: SINCE }
const STATE: State = {
  instance: 'prometheus',
  connector: 'prometheus',
  health: 'up',
  since: '2026-03-01T10:00:01.000Z',
  checked_at: '2026-03-01T10:00:01.000Z',
  scopes: [],
  operations: [],
  denied: [],
  covers: [],
  servers: [],
}

// What is told of a fleet that stays like this.
async function follow(state: Partial<State>, status = 'connected') {
  const clock = createFakeClock()
  const page = { agents: [{ status, connectors: [{ ...STATE, ...state }] }] }
  const api = {
    async get() {
      // Time passes while the reply is on its way.
      void clock.advance(1_000)
      return page
    },
  }
  // Only `get` is asked, and only agents are read of its page.
  const client = api as unknown as ApiClient
  const signal = new AbortController().signal
  const following = followHealth(client, WHAT, { clock, signal })
  let isOver = false
  void following.finally(() => {
    isOver = true
  })
  for (let turn = 0; turn < 200 && !isOver; turn += 1) await clock.advance(500)
  return following
}

test('the first probe after the change is told, good or bad', async () => {
  assert.deepEqual(await follow({}), ['prometheus is up, and serves 0 operations'])
  const [down] = (await follow({ health: 'down', code: 'unauthorized' })) ?? []
  assert.match(down ?? '', /^prometheus is down: unauthorized\n {2}its credential is refused or missing/)
})

test('a connector whose secret is not there is told, though it was never probed', async () => {
  const state = { health: 'not_configured', reason: 'secret_missing', checked_at: null } as const
  const [missing] = (await follow(state)) ?? []
  assert.match(
    missing ?? '',
    /^prometheus is not_configured: secret_missing\n {2}its credential is refused or missing/,
  )
})

test('several instances of one entry are told by their own names', async () => {
  assert.match((await follow({ instance: 'prometheus-eu' }))?.[0] ?? '', /^prometheus-eu is up/)
})

const UNHEARD: readonly [what: string, state: Partial<State>, status?: string][] = [
  ['a probe from before the change', { checked_at: '2026-03-01T09:59:59.000Z' }],
  ['a connector that was not probed', { checked_at: null }],
  ['another connector', { connector: 'redis' }],
  ['a connector that nobody asked for', { health: 'not_configured', reason: 'not_requested' }],
  ['what an offline agent last said', {}, 'offline'],
]

for (const [what, state, status] of UNHEARD) {
  test(`${what} is no news`, async () => assert.equal(await follow(state, status), null))
}
