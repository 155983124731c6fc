import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReplayServer, type Route } from '@vedette/connectors/kit/testing'
import { loadFixtures } from '../kit/testing/fixtures.ts'
import { startRun } from '../kit/testing/run.ts'
import { awsConnector } from './index.ts'

// Lists inside rows, which AWS sends also where they are empty, by the fixture whose answer is without them.
const LISTS: readonly (readonly [fixture: string, list: string])[] = [
  ['alerts-rules-list', 'CompositeAlarms'],
  ['alerts-active-list', 'MetricAlarms'],
  ['databases-maintenance', 'PendingMaintenanceActionDetails'],
  ['instances-list', 'instancesSet'],
  ['network-acls-list', 'entrySet'],
  ['network-acls-list', 'associationSet'],
  ['routes-list', 'routeSet'],
  ['routes-list', 'associationSet'],
  ['security-groups-list', 'ipPermissions'],
  ['security-groups-list', 'ipRanges'],
  ['services-events', 'events'],
]

// The route's answer with the list under a name that nobody asks for.
function without({ text, json, ...route }: Route, list: string): Route {
  const rename = (body: string) =>
    body.replaceAll(new RegExp(`(?<=[<"/])${list}(?=[>"/])`, 'g'), 'somethingElse')
  if (text !== undefined) return { ...route, text: rename(text) }
  return json === undefined ? route : { ...route, json: JSON.parse(rename(JSON.stringify(json))) }
}

const fixtures = loadFixtures(import.meta.dirname)

for (const [name, list] of LISTS)
  test(`${name} without ${list} is unusable, not a row that has none`, async () => {
    const fixture = fixtures.find((one) => one.name === name)
    assert.ok(fixture)
    const server = await createReplayServer(fixture.responses.map((route) => without(route, list)))
    const config = {
      endpoint: server.url,
      credentials: { access_key_id: { env: 'AWS_KEY' }, secret_access_key: { env: 'AWS_SECRET' } },
      accounts: [{ alias: 'prod', regions: ['eu-west-1'] }],
    }
    const run = startRun({ connector: awsConnector, fixture, config })
    const outcome = await run.outcome
    await run.close()
    await server.stop()
    const words =
      outcome.kind === 'reading' ? outcome.reading.parts.map(({ state, why }) => [state, why]) : outcome.kind
    const failed =
      outcome.kind === 'source_error' ? [[outcome.error.state, outcome.error.carried.why]] : words
    assert.deepEqual(failed, [['unusable', 'schema_mismatch']])
  })
