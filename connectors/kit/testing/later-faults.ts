import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import type { State } from '@vedette/proto/visibility'
import { assertBlind, assertNotWhole, BLIND } from './expectations.ts'
import type { Fault } from './faults.ts'
import type { Fixture } from './fixtures.ts'
import type { RecordedRequest } from './replay-server.ts'
import { type Outcome, RUN_MS, type Run } from './run.ts'
import type { VendorServer } from './wire-server.ts'

// A fault that strikes a request; a server that is gone has no later request.
export type LaterFault = Exclude<keyof typeof BLIND, 'refused'>

// Faults of a last request: one of each word. A page that is too large meets the same client as the first one did.
const LAST: readonly LaterFault[] = [
  'http_403',
  'http_429',
  'html',
  'truncated_json',
  'empty_body',
  'silence',
]
// Longest that a client may need to tidy up after an answer was given, in seconds of its clock.
const ASIDE_SECONDS = 10
// Fewest operations that must begin alike before what they begin with is called the proof of identity.
const ALIKE = 3

// What the checks of later requests need of the suite.
export type LaterWorld = Readonly<{
  server: VendorServer
  start(fixture: Fixture, fault?: Fault, from?: number): Run
  finish(run: Run): Promise<Outcome>
}>

// The requests of each fixture's whole run, in their order, as one text each.
export async function readTrails(
  fixtures: readonly Fixture[],
  { server, start, finish }: LaterWorld,
): Promise<ReadonlyMap<Fixture, readonly string[]>> {
  const trails = new Map<Fixture, readonly string[]>()
  for (const fixture of fixtures) {
    await finish(start(fixture))
    trails.set(fixture, server.requests.map(toText))
  }
  return trails
}

function toText(request: unknown): string {
  if (typeof request === 'string') return request
  const { method, path, body } = request as RecordedRequest // the only other kind that a vendor's server records
  return `${method} ${path} ${body}`
}

// How many requests a run spends on proving who is asked: the longest beginning that half of all operations share.
export function countIdentity(fixture: Fixture, trails: ReadonlyMap<Fixture, readonly string[]>): number {
  const own = trails.get(fixture) ?? []
  const isShared = (length: number) => {
    const alike = [...trails.values()].filter((trail) =>
      own.slice(0, length).every((text, at) => trail[at] === text),
    )
    return alike.length >= Math.max(ALIKE, trails.size / 2)
  }
  let length = 0
  while (length < own.length && isShared(length + 1)) length++
  return length
}

// Asserts that whatever was asked from the failure on says its word, and that nothing is called empty: rows that came
// before it may stand.
function assertStruck(outcome: Outcome, state: State): void {
  if (outcome.kind !== 'reading') {
    assertBlind(outcome, state)
    return
  }
  const parts = outcome.reading.parts.filter((part) => part.state !== 'read' || part.items === 0)
  assertBlind({ kind: 'reading', reading: { ...outcome.reading, parts } }, state)
}

// Asserts that an answer is not whole, or at least no longer says where it is proved to be from.
function assertLess(outcome: Outcome, whole: Outcome): void {
  const scopesOf = (one: Outcome) =>
    one.kind === 'reading' ? JSON.stringify(one.reading.parts.map((part) => part.scope)) : ''
  if (scopesOf(outcome) === scopesOf(whole)) assertNotWhole(outcome)
}

// Strikes every request from `from` on and waits for the outcome; a server that says nothing is left at the deadline.
async function strike(
  world: LaterWorld,
  { fixture, fault, from }: Readonly<{ fixture: Fixture; fault: Fault; from: number }>,
): Promise<Outcome> {
  const run = world.start(fixture, fault, from)
  if (fault !== 'silence') return world.finish(run)
  await Promise.race([world.server.arrived(from), run.outcome])
  run.clock.advance(RUN_MS)
  const outcome = await world.finish(run)
  await settle(world.server, run)
  return outcome
}

// Waits until no connection is open. What is tidied up beside the answer has a short time of its own, which passes here.
async function settle(server: VendorServer, run: Run): Promise<void> {
  let isIdle = false
  const idle = server.idle().then(() => {
    isIdle = true
  })
  for (let second = 0; second < ASIDE_SECONDS && !isIdle; second++) await run.clock.advanceSettled(1000)
  await idle
}

type Look = Readonly<{ fault: LaterFault; from: number; assertOutcome(outcome: Outcome): void }>

// Strikes as often as it is told to, and tells every breach at once.
async function lookAt(world: LaterWorld, fixture: Fixture, looks: readonly Look[]): Promise<void> {
  const breaches: string[] = []
  for (const { fault, from, assertOutcome } of looks) {
    const outcome = await strike(world, { fixture, fault, from })
    try {
      assertOutcome(outcome)
    } catch (error) {
      const said = outcome.kind === 'reading' ? outcome.reading.parts : outcome
      breaches.push(`${fault} from request ${from}: ${inspect(said, { breakLength: 200 })} ${String(error)}`)
    }
  }
  assert.deepEqual(breaches, [])
}

// Asserts that every fault that strikes an operation's own first request, behind the proof of identity, becomes its
// word. A bomb meets the same limit as a body that is too large, and is left out.
export async function assertOwnFaults(
  world: LaterWorld,
  facts: Readonly<{ fixture: Fixture; identity: number; total: number; faults: readonly LaterFault[] }>,
): Promise<void> {
  const { fixture, identity, total, faults } = facts
  if (identity === 0 || identity >= total) return
  const looks = faults
    .filter((fault) => fault !== 'gzip_bomb')
    .map((fault) => ({
      fault,
      from: identity + 1,
      assertOutcome: (outcome: Outcome) => assertStruck(outcome, BLIND[fault]),
    }))
  await lookAt(world, fixture, looks)
}

// Asserts that a fault that strikes the last of several requests alone never leaves the answer that was whole.
export async function assertLastFaults(
  world: LaterWorld,
  facts: Readonly<{ fixture: Fixture; whole: Outcome; total: number; faults: readonly LaterFault[] }>,
): Promise<void> {
  const { fixture, whole, total, faults } = facts
  if (total < 2) return
  const assertOutcome = (outcome: Outcome) => assertLess(outcome, whole)
  const looks = faults
    .filter((fault) => LAST.includes(fault))
    .map((fault) => ({ fault, from: total, assertOutcome }))
  await lookAt(world, fixture, looks)
}
