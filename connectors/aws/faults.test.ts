import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createReplayServer, type ReplayServer } from '@vedette/connectors/kit/testing'
import { STATES } from '@vedette/proto/visibility'
import { BLIND } from '../kit/testing/expectations.ts'
import { loadFixtures } from '../kit/testing/fixtures.ts'
import { RUN_MS, startRun } from '../kit/testing/run.ts'
import { awsConnector } from './index.ts'

// The first request of every call proves the account, so the suite's faults meet that one. Here each fault meets the
// first request of the operation itself.
const config = (endpoint: string) => ({
  endpoint,
  credentials: { access_key_id: { env: 'AWS_KEY' }, secret_access_key: { env: 'AWS_SECRET' } },
  accounts: [{ alias: 'prod', regions: ['eu-west-1'] }],
})

const fixtures = loadFixtures(import.meta.dirname).filter((one) => 'value' in one.expected)
const firsts = awsConnector.operations.flatMap(
  ({ operation }) => fixtures.find((one) => one.request.operation === operation.id) ?? [],
)
const FAULTS = Object.entries(BLIND).flatMap(([fault, state]) =>
  fault === 'refused' ? [] : [{ fault: fault as Exclude<keyof typeof BLIND, 'refused'>, state }],
) // keys of the frozen table

describe('faults after the account is proved', { timeout: 120_000 }, () => {
  let server: ReplayServer
  before(async () => {
    server = await createReplayServer()
  })
  after(() => server.stop())

  for (const fixture of firsts) {
    const { operation } = fixture.request
    test(`${operation} says what it met and never looks whole`, async () => {
      for (const { fault, state } of FAULTS) {
        server.load(fixture.responses)
        server.fail(fault, 2)
        const run = startRun({ connector: awsConnector, fixture, config: config(server.url) })
        if (fault === 'silence') {
          await server.arrived(2)
          run.clock.advance(RUN_MS)
        }
        const outcome = await run.outcome
        if (fault === 'silence') await server.idle()
        await run.close()
        const words =
          outcome.kind === 'source_error'
            ? [outcome.error.state]
            : outcome.kind === 'reading'
              ? outcome.reading.parts.map((part) => part.state)
              : []
        assert.ok(words.includes(state), `${fault}: ${outcome.kind} ${words.join()}`)
        assert.ok(words.some((word) => STATES[word].effects.includes('P')))
      }
    })
  }
})
