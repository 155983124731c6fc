import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { agentView, connectorState, createFakeFleet, NOW } from '../../testing/fakes.ts'
import { startHttp } from '../../testing/http.ts'

const ADMIN = { authorization: 'Bearer vdt_admin' }
type Told = Readonly<{ event: string; data: unknown }>

// Follows the stream; `next` waits for the next event of a name.
async function follow(t: { after(undo: () => void): void }, url: string) {
  const stop = new AbortController()
  t.after(() => stop.abort())
  const reply = await fetch(`${url}/api/v1/fleet/rows`, { headers: ADMIN, signal: stop.signal })
  const reader = (reply.body ?? assert.fail('no body')).pipeThrough(new TextDecoderStream()).getReader()
  const told: Told[] = []
  let rest = ''
  return async (event: string): Promise<unknown> => {
    for (;;) {
      const at = told.findIndex((one) => one.event === event)
      const found = at < 0 ? undefined : told.splice(0, at + 1).at(-1)
      if (found !== undefined) return found.data
      const { value, done } = await reader.read()
      if (done) assert.fail('the stream ended')
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        if (name !== undefined && data !== undefined) told.push({ event: name, data: JSON.parse(data) })
      }
    }
  }
}

const names = (rows: unknown) => (rows as { name: string }[]).map(({ name }) => name)

test('a page is told the whole fleet in batches, then only what changed and what is gone', async (t) => {
  const clock = createFakeClock(NOW)
  const agents = Array.from({ length: 120 }, (_, at) =>
    agentView(`web-${at}`, [connectorState('host', ['host.disks.list'])]),
  )
  const fleet = createFakeFleet(agents)
  const { url } = await startHttp(t, { clock, fleet })
  const next = await follow(t, url)
  const summary = (await next('summary')) as { agents: number; fleet_verdict: string }
  assert.deepEqual([summary.agents, summary.fleet_verdict], [120, 'up'])
  const batches = [names(await next('rows')), names(await next('rows')), names(await next('rows'))]
  assert.deepEqual(
    batches.map((batch) => batch.length),
    [50, 50, 20],
  )
  assert.deepEqual(
    batches.flat(),
    agents.map(({ name }) => name),
  )

  const [first, ...others] = agents
  fleet.set([{ ...(first ?? assert.fail()), status: 'offline' }, ...others.slice(1)])
  await clock.advance(300)
  assert.equal(((await next('summary')) as { agents: number }).agents, 119)
  const changed = (await next('rows')) as { name: string; status: string; served: number }[]
  assert.deepEqual(
    changed.map(({ name, status, served }) => [name, status, served]),
    [['web-0', 'offline', 0]],
  )
  assert.deepEqual(await next('gone'), ['id-web-1'])
})

test('a row counts operations, names what is wrong, and tells claimants and the proved cluster', async (t) => {
  const clock = createFakeClock(NOW)
  const prometheus = connectorState('prometheus', ['metrics.query', 'alerts.active.list'], {
    health: 'degraded',
    scopes: [{ cluster: 'eu-1' }],
    denied: [{ id: 'metrics.targets.list', rule: 'r1' }],
    unanswerable: [
      { id: 'alerts.active.list', state: 'forbidden', since: '2030-01-15T11:00:00Z', missing: 'alerts:read' },
    ],
    servers: [{ name: 'alertmanager', health: 'down', code: 'timed_out' }],
  })
  const identity = { kind: 'host', id: 'twin' } as const
  const fleet = createFakeFleet([
    agentView('web', [prometheus]),
    agentView('twin', [], {
      status: 'disputed',
      claimants: [{ identity, incarnation: 'i1', last_seen: NOW - 5 }],
    }),
  ])
  const { url } = await startHttp(t, { clock, fleet })
  const next = await follow(t, url)
  const [web, twin] = (await next('rows')) as Record<string, unknown>[]
  assert.deepEqual([web?.['served'], web?.['clusters']], [1, ['eu-1']])
  assert.deepEqual(web?.['connectors'], [
    {
      instance: 'prometheus',
      connector: 'prometheus',
      health: 'degraded',
      reason: null,
      code: null,
      since: '2030-01-15T11:00:00Z',
      checked_at: '2030-01-15T11:59:40Z',
      served: 1,
      denied: 1,
      unanswerable: 1,
      notes: ['alertmanager: timed_out', 'may not alerts:read'],
    },
  ])
  assert.deepEqual(twin?.['claimants'], [{ identity, last_seen: NOW - 5 }])
  assert.deepEqual(await next('seen'), [
    ['id-web', NOW - 1000],
    ['id-twin', NOW - 1000],
  ])
})

test('a page that goes away stops listening to the fleet', async (t) => {
  const { url, fleet } = await startHttp(t)
  const before = fleet.listeners()
  const stop = new AbortController()
  await fetch(`${url}/api/v1/fleet/rows`, { headers: ADMIN, signal: stop.signal })
  assert.equal(fleet.listeners(), before + 1)
  stop.abort()
  while (fleet.listeners() > before) await new Promise((resolve) => setImmediate(resolve))
})

test('only an admin decides a dispute, and only for an identity that claims the agent', async (t) => {
  const identity = { kind: 'host', id: 'twin' } as const
  const claimants = [{ identity, incarnation: 'i1', last_seen: NOW }]
  const decided: unknown[] = []
  const plain = createFakeFleet([agentView('twin', [], { status: 'disputed', claimants })])
  const fleet = { ...plain, resolveDispute: async (...facts: unknown[]) => void decided.push(facts) }
  const { url } = await startHttp(t, { fleet })
  const decide = async (authorization: string, id: string, keep: object) =>
    (
      await fetch(`${url}/api/v1/fleet/agents/${id}/dispute`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ keep }),
      })
    ).status
  assert.equal(await decide('Bearer vdt_viewer', 'id-twin', identity), 403)
  assert.equal(await decide('Bearer vdt_admin', 'id-none', identity), 404)
  assert.equal(await decide('Bearer vdt_admin', 'id-twin', { kind: 'host', id: 'other' }), 409)
  assert.deepEqual(decided, [])
  assert.equal(await decide('Bearer vdt_admin', 'id-twin', identity), 200)
  assert.deepEqual(decided, [['acme', 'id-twin', identity]])
})
