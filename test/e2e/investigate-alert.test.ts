import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { eventually, getFreePort, startAlertmanager, startPrometheus } from '@vedette/test/kit'
import { callsIn, tapBus, toldTo } from './bus-tap.ts'
import { callTool, connectClient, ERAS, listNames } from './mcp-client.ts'
import { type Answer, ORGANISATION, type Stand, startAgent, startStand, untilAgent } from './stand.ts'

const RULES = [
  {
    name: 'watch',
    interval: '1s',
    rules: [
      {
        alert: 'TargetDown',
        expr: 'up == 0',
        labels: { severity: 'critical' },
        annotations: { summary: 'A target is away' },
      },
      { alert: 'Watchdog', expr: 'vector(1)', labels: { severity: 'warning', service: 'watch' } },
    ],
  },
]

// A Prometheus with a target that is away and rules that fire, the Alertmanager that it tells, and an agent by them.
async function setUp(t: TestContext) {
  const dead = `127.0.0.1:${await getFreePort()}`
  const [stand, manager] = await Promise.all([startStand(t), startAlertmanager(t)])
  const prometheus = await startPrometheus(t, {
    targets: [dead],
    ruleGroups: RULES,
    alertmanagerUrl: manager.url,
  })
  const config = { url: prometheus.url, alertmanager: { url: manager.url } }
  // A second connector, so that the agent goes on reporting what it serves.
  await startAgent(t, stand, {
    machine: 'hub',
    connectors: [{ connector: 'prometheus', config }, { connector: 'host' }],
  })
  await untilAgent(stand, 'hub', { status: 'connected', health: { prometheus: 'up' } })
  const firing = await eventually(
    async () => {
      const answer = await stand.ask('alerts_active_list')
      const found = rowsOf(answer.alerts).find(
        (one) => one['name'] === 'TargetDown' && one['delivered'] === true,
      )
      assert.ok(found, 'the alert has not been delivered yet')
      return found
    },
    { timeoutMs: 60_000, everyMs: 500 },
  )
  return { stand, manager, prometheus, id: String(firing['id']), dead }
}

test('a real alert is told with its series, rule, onset, what else fires and what could not be seen; without its backends the tool is hidden and refused by the name of its operation', async (t) => {
  const { stand, manager, prometheus, id, dead } = await setUp(t)
  const before = await connectClient(t, stand, 'legacy')
  assert.ok((await listNames(before)).includes('investigate_alert'))
  const { body } = await callTool(before, 'investigate_alert', { id })

  assert.equal(body.alert.name, 'TargetDown', JSON.stringify(body))
  assert.equal(body.alert.labels.instance, dead)
  assert.equal(body.alert.says, 'A target is away')
  assert.match(body.rule.query, /up == 0/)
  assert.equal(body.series[0].labels.instance, dead)
  assert.equal(body.series[0].last, 0)
  const onset = Date.parse(body.onset.at)
  assert.ok(Math.abs(onset - Date.parse(body.alert.since)) < 120_000, body.onset.at)
  assert.deepEqual(
    rowsOf(body.spread).map((one) => one['what']),
    ['Watchdog'],
  )
  for (const operation of ['deploys.list', 'k8s.events.list', 'logs.search'])
    assert.ok(body.verdict.not_covered.includes(operation), operation)
  assert.equal(body.evidence[body.alert.evidence].operation, 'alerts.get')

  const unknown = await stand.call('investigate_alert', { id: 'no-such-alert' })
  assert.equal(unknown.body.error.code, 'not_found')

  await manager.stop()
  await prometheus.stop()
  await untilAgent(stand, 'hub', { status: 'connected', health: { prometheus: 'down' } })
  assert.ok(!(await listNames(await connectClient(t, stand, 'legacy'))).includes('investigate_alert'))
  const refused = (await callTool(before, 'investigate_alert', { id })).body
  assert.equal(refused.visibility, 'none')
  assert.equal(refused.error.code, 'cannot_ask')
  assert.deepEqual(refused.missing, ['alerts.get'])
  assert.equal('suspects' in refused, false)
})

test('without its Alertmanager alone an alert is not investigated: hidden anew, refused by name in the old session and without one, and back when it is back', async (t) => {
  const { stand, manager, id } = await setUp(t)
  const tap = await tapBus(t, stand)
  const before = await connectClient(t, stand, 'legacy')
  assert.equal((await callTool(before, 'investigate_alert', { id })).body.alert.name, 'TargetDown')

  await manager.stop()
  await untilAgent(stand, 'hub', { status: 'connected', health: { prometheus: 'degraded' } })
  const row = (await stand.health()).connectors.find((one: Answer) => one.connector === 'prometheus')
  assert.deepEqual([row.health, row.reason], ['degraded', 'upstream_failed: alertmanager'])
  assert.deepEqual(row.cannot_answer, ['alerts.get', 'alerts.routing.get', 'alerts.silences.list'])

  for (const names of await listAnew(t, stand)) {
    for (const gone of ['investigate_alert', 'alerts_get', 'alerts_silences_list'])
      assert.ok(!names.includes(gone), gone)
    // What Prometheus alone can answer stays, and so does the list of which it knows one half.
    for (const kept of ['metrics_query', 'alerts_rules_list', 'alerts_active_list'])
      assert.ok(names.includes(kept), kept)
  }

  const mark = tap.length
  const refused = [
    (await callTool(before, 'investigate_alert', { id })).body,
    (await callTool(await connectClient(t, stand, 'modern'), 'investigate_alert', { id })).body,
    await stand.ask('investigate_alert', { id }),
    await stand.ask('alerts_get', { id }),
  ]
  for (const answer of refused) {
    assert.equal(answer.visibility, 'none', JSON.stringify(answer))
    assert.equal(answer.error.code, 'cannot_ask')
    assert.match(answer.error.message, /alerts\.get/)
    assert.deepEqual(answer.missing, ['alerts.get'])
    const [unread] = answer._sources.unread
    assert.deepEqual([unread.state, unread.server], ['connector_down', 'alertmanager'])
    assert.match(answer.line, /prometheus without its alertmanager \(upstream_failed\)/)
    for (const key of ['alert', 'suspects', 'rule']) assert.equal(key in answer, false, key)
  }
  // The account is heard whole, and what was published before this beat has been heard.
  await eventually(() => tap.slice(mark).some(({ subject }) => subject.endsWith('.beat')))
  assert.deepEqual(toldTo(tap.slice(mark)), [])
  assert.deepEqual(callsIn(tap.slice(mark)), [])

  const list = await stand.ask('alerts_active_list')
  assert.equal(list.visibility, 'partial', JSON.stringify(list))
  assert.ok(rowsOf(list.alerts).some((one) => one['name'] === 'TargetDown' && one['delivered'] === null))
  assert.match(JSON.stringify(list._sources.unread), /upstream_failed/)

  await startAlertmanager(t, { port: manager.port })
  await untilAgent(stand, 'hub', { status: 'connected', health: { prometheus: 'up' } })
  for (const names of await listAnew(t, stand)) assert.ok(names.includes('investigate_alert'))
})

// A list is fixed per session, and without sessions per principal: each look is by a new one of either.
async function listAnew(t: TestContext, stand: Stand): Promise<readonly (readonly string[])[]> {
  const facts = { organisation: ORGANISATION, name: 'new', mode: 'cautious', role: 'viewer' } as const
  const { secret: token } = await stand.store.tokens.create(facts)
  return Promise.all(ERAS.map(async (era) => listNames(await connectClient(t, { ...stand, token }, era))))
}

// A list as rows, whether it stands as a table or not.
function rowsOf(value: Answer): readonly Record<string, unknown>[] {
  if (Array.isArray(value)) return value
  const { cols, rows } = value as { cols: readonly string[]; rows: readonly (readonly unknown[])[] }
  return rows.map((row) => Object.fromEntries(cols.map((col, index) => [col, row[index]])))
}
