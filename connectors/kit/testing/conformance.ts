import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { inspect } from 'node:util'
import { type Connector, SourceError } from '@vedette/proto/connector'
import { assertBlind, assertExpected, assertNotWhole, assertSick, BLIND } from './expectations.ts'
import { createFakeClock } from './fake-clock.ts'
import type { Fault } from './faults.ts'
import { type Fixture, loadFixtures } from './fixtures.ts'
import {
  assertLastFaults,
  assertOwnFaults,
  countIdentity,
  type LaterFault,
  readTrails,
} from './later-faults.ts'
import { listenToOutput } from './output.ts'
import { README_HEADINGS, readSections, renderOperations } from './readme.ts'
import { createReplayServer } from './replay-server.ts'
import { type Outcome, RUN_MS, type Run, startRun } from './run.ts'
import type { VendorServer } from './wire-server.ts'

// The suite's secrets: plain, in hexadecimal, and at each of the three offsets that base64 knows.
const CANARY = /canary-|63616e617279|Y2FuYXJ5|NhbmFyeS|YW5hcnkt/

// What the suite checks; a skip needs a reason, which stands in the test's name.
export type Check =
  | 'unknown_keys'
  | 'offline_connect'
  | 'fixtures'
  | 'probe_faults'
  | 'blind'
  | 'abort'
  | 'secrets'
  | 'paging'
  | 'readme'

// Where a run finds its vendor: the replay server's URL, and the fixture's folder for connectors that read files.
export type World = Readonly<{ baseUrl: string; fixture: string }>

export type ConformanceOptions = Readonly<{
  connector: Connector
  // The connector's folder: README.md and fixtures/<case>/{request,responses,expected}.json.
  folder: string
  // A valid raw configuration that uses secrets wherever it can.
  config: (world: World) => Readonly<Record<string, unknown>>
  skip?: Readonly<Partial<Record<Check, string>>>
  // Plays the vendor where its protocol is not HTTP; it knows the same faults by the same names.
  createServer?: () => Promise<VendorServer>
  // Faults that the protocol has no counterpart of, each with the reason.
  lacks?: Readonly<Partial<Record<keyof typeof BLIND, string>>>
  // The same of a request that is not the first of its connection.
  lacksLater?: Readonly<Partial<Record<LaterFault, string>>>
}>

// Registers the conformance suite of one connector with node:test; call it once, at the top of <vendor>.test.ts.
export function describeConnector(options: ConformanceOptions): void {
  const {
    connector,
    folder,
    skip = {},
    createServer = createReplayServer,
    lacks = {},
    lacksLater = {},
  } = options
  const fixtures = loadFixtures(folder)
  const calls = fixtures.filter((one) => one.request.probe !== true)
  const firsts = connector.operations.flatMap(
    ({ operation }) =>
      calls.find((one) => one.request.operation === operation.id && 'value' in one.expected) ?? [],
  )
  const probes = fixtures.filter((one) => one.request.probe === true).slice(0, 1)

  describe(`connector ${connector.id}`, { timeout: 400_000 }, () => {
    let server: VendorServer
    before(async () => {
      server = await createServer()
    })
    after(() => server.stop())

    for (const [name, reason] of Object.entries(skip))
      test(`${name} (skipped: ${reason})`, { skip: reason }, () => {})
    const check = (name: Check, title: string, body: () => Promise<void> | void) => {
      if (skip[name] === undefined) test(title, body)
    }
    const configOf = (fixture: Fixture, baseUrl = server.url) =>
      options.config({ baseUrl, fixture: fixture.folder })
    const start = (fixture: Fixture, fault?: Fault, from?: number): Run => {
      server.load(fixture.responses)
      if (fault !== undefined) server.fail(fault, from)
      return startRun({ connector, fixture, config: configOf(fixture) })
    }
    const finish = async (run: Run): Promise<Outcome> => {
      const outcome = await run.outcome
      await run.close()
      return outcome
    }
    const fail = async (fixture: Fixture, fault: keyof typeof BLIND): Promise<Outcome> => {
      if (fault === 'refused') {
        const gone = await createServer()
        await gone.stop()
        return finish(startRun({ connector, fixture, config: configOf(fixture, gone.url) }))
      }
      const run = start(fixture, fault)
      if (fault !== 'silence') return finish(run)
      await server.arrived(1)
      run.clock.advance(RUN_MS)
      const outcome = await run.outcome
      await server.idle()
      await run.close()
      return outcome
    }

    check('unknown_keys', 'refuses a configuration key that it does not know', () => {
      const config = options.config({ baseUrl: 'http://vendor.test', fixture: folder })
      assert.equal(connector.config.safeParse(config).success, true, 'the valid configuration was refused')
      assert.equal(connector.config.safeParse({ ...config, surprise_key: 1 }).success, false)
    })

    check('offline_connect', 'connects without touching the network or a secret', async () => {
      server.load([])
      const before = server.connections()
      const config = connector.config.parse(options.config({ baseUrl: server.url, fixture: folder }))
      const client = connector.connect(config, {
        clock: createFakeClock(),
        instance: connector.id,
        readSecret: () => assert.fail('a secret was read while connecting'),
      })
      await new Promise((resolve) => setImmediate(resolve))
      await connector.close?.(client)
      assert.equal(server.connections(), before)
    })

    check('fixtures', 'has a fixture with a value for every operation, and one for the probe', () => {
      const seen = firsts.map((one) => one.request.operation)
      assert.deepEqual(
        connector.operations.map(({ operation }) => operation.id).filter((id) => !seen.includes(id)),
        [],
      )
      assert.equal(probes.length, 1, 'no fixture has "probe": true')
    })

    for (const fixture of fixtures) {
      check('fixtures', `fixture ${fixture.name} comes out as expected`, async () => {
        const outcome = await finish(start(fixture))
        assert.deepEqual(server.unmatched, [], 'a request has no route in responses.json')
        assertExpected(outcome, { connector, fixture, baseUrl: server.url })
      })
    }

    for (const [fault, state] of Object.entries(BLIND) as [keyof typeof BLIND, typeof BLIND.refused][]) {
      // keys and values of the frozen table above
      const reason = lacks[fault]
      if (reason !== undefined) {
        test(`${fault} (skipped: ${reason})`, { skip: reason }, () => {})
        continue
      }
      check('probe_faults', `the probe calls ${fault} ${state}`, async () => {
        for (const fixture of probes) assertSick(await fail(fixture, fault), state)
      })
      for (const fixture of firsts) {
        check(
          'blind',
          `${fixture.request.operation} calls ${fault} ${state}, never an empty list`,
          async () => assertBlind(await fail(fixture, fault), state),
        )
      }
    }

    const later = (Object.keys(BLIND) as (keyof typeof BLIND)[]).filter(
      // keys of the frozen table above
      (fault): fault is LaterFault =>
        fault !== 'refused' && lacks[fault] === undefined && lacksLater[fault] === undefined,
    )
    for (const [fault, reason] of Object.entries(lacksLater))
      test(`${fault} after the first request (skipped: ${reason})`, { skip: reason }, () => {})
    const world = {
      get server() {
        return server
      },
      start,
      finish,
    }
    let trails: ReturnType<typeof readTrails> | undefined
    for (const fixture of firsts) {
      const title = `${fixture.request.operation} says the same words when the fault strikes its own first request after identity`
      check('blind', title, async () => {
        trails ??= readTrails(firsts, world)
        const seen = await trails
        const [identity, total] = [countIdentity(fixture, seen), seen.get(fixture)?.length ?? 0]

        await assertOwnFaults(world, { fixture, identity, total, faults: later })
      })
    }

    for (const fixture of firsts) {
      const { operation } = fixture.request
      check('abort', `${operation} closes its sockets when the caller goes away`, async () => {
        const run = start(fixture, 'silence')
        await server.arrived(1)
        run.abort()
        assertBlind(await run.outcome, 'timed_out')
        await server.idle()
        await run.close()
      })
      check('secrets', `${operation} neither says nor logs a secret`, async () => {
        for (const fault of [undefined, 'echo', 'http_401'] as const) {
          const output = listenToOutput()
          const outcome = await finish(start(fixture, fault)).finally(output.stop)
          assert.doesNotMatch(output.text() + inspect(outcome, { depth: 12, showHidden: true }), CANARY)
        }
      })
      check('secrets', `${operation} calls a secret that cannot be read unauthorized`, async () => {
        let asked = false
        server.load(fixture.responses)
        const readSecret = async () => {
          asked = true
          throw new SourceError('unauthorized', { credential: connector.id })
        }
        const outcome = await finish(startRun({ connector, fixture, config: configOf(fixture), readSecret }))
        if (asked) assertBlind(outcome, 'unauthorized')
      })
    }

    for (const fixture of calls.filter((one) => 'value' in one.expected)) {
      check('paging', `fixture ${fixture.name} never looks whole when a later request fails`, async () => {
        const whole = await finish(start(fixture))
        const total = server.requests.length
        for (let from = 2; from <= total; from++)
          assertNotWhole(await finish(start(fixture, 'http_500', from)))
        await assertLastFaults(world, { fixture, whole, total, faults: later })
      })
    }

    check('readme', 'its README has the fixed headings and lists exactly what is served', () => {
      const sections = readSections(readFileSync(join(folder, 'README.md'), 'utf8'))
      assert.deepEqual([...sections.keys()], README_HEADINGS)
      for (const [heading, body] of sections) assert.notEqual(body, '', `${heading} is empty: write "None."`)
      assert.equal(sections.get('Operations'), renderOperations(connector))
    })
  })
}
