import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { createHost, createInstance } from '@vedette/agent/host'
import { createInlineEngine, createRedactor, openRedacted } from '@vedette/agent/redactor'
import { type AuditFacts, auditCalls } from '@vedette/control-plane/audit'
import { createFakeClock } from '@vedette/proto/clock'
import { defineConnector, SourceError, serve } from '@vedette/proto/connector'
import { hostDisksList } from '@vedette/proto/operations'
import { ROOT } from '@vedette/test/kit'
import { z } from 'zod'
import { keepFacts } from '../../control-plane/src/audit/chain.ts'
import { CANARIES } from './canary-connector.ts'

const TEXT = `request to https://app:${CANARIES.password}@vendor.internal/?token=${CANARIES.aws_key} of ${CANARIES.email} failed`
type ErrorClass = new (...args: never[]) => Error

/** Every error class that a client library of a connector exports, and those of the language. */
async function findErrorClasses(): Promise<ReadonlyMap<string, ErrorClass>> {
  const found = new Map<string, ErrorClass>()
  const take = (name: string, value: unknown) => {
    if (typeof value === 'function' && (value.prototype instanceof Error || value === Error))
      found.set(name, value as ErrorClass) // its prototype says so
  }
  for (const value of [Error, TypeError, RangeError, SyntaxError, AggregateError, DOMException])
    take(value.name, value)
  for (const folder of readdirSync(join(ROOT, 'connectors'))) {
    const file = join(ROOT, 'connectors', folder, 'package.json')
    const text = (() => {
      try {
        return readFileSync(file, 'utf8')
      } catch {
        return '{}'
      }
    })()
    const { dependencies = {} } = JSON.parse(text) as Readonly<{
      dependencies?: Readonly<Record<string, string>>
    }>
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@vedette/')) continue
      // What is not installed is code that cannot run here, and throws nothing.
      if (!isInstalled(folder, name)) continue
      const library = (await import(toPath(folder, name))) as Readonly<Record<string, unknown>>
      const inner = library['default']
      const all = { ...library, ...(typeof inner === 'object' && inner !== null ? inner : {}) }
      for (const [key, value] of Object.entries(all)) take(`${name} ${key}`, value)
    }
  }
  return found
}

function isInstalled(folder: string, name: string): boolean {
  return existsSync(join(ROOT, 'node_modules', name)) || existsSync(toOwn(folder, name))
}

// A connector's own copy, or the one that all share.
function toPath(folder: string, name: string): string {
  const own = toOwn(folder, name)
  return existsSync(own) ? createRequire(own).resolve(own) : name
}

function toOwn(folder: string, name: string): string {
  return join(ROOT, 'connectors', folder, 'node_modules', name)
}

function create(of: ErrorClass): Error | null {
  const options = { message: TEXT, $metadata: {}, config: { headers: { authorization: TEXT } } }
  for (const args of [[TEXT], [options], [TEXT, options], [[new Error(TEXT)], TEXT]]) {
    try {
      const error = new of(...(args as never[])) // whatever its constructor takes
      return Object.assign(error, {
        message: TEXT,
        cause: new Error(TEXT),
        config: { url: TEXT, headers: { authorization: TEXT, cookie: TEXT } },
        request: { path: TEXT },
        response: { data: TEXT, headers: { 'set-cookie': TEXT } },
        body: TEXT,
        detail: TEXT,
        stack: TEXT,
      })
    } catch {}
  }
  return null
}

test('whatever a client library throws, with canaries in message, headers, URL and body, none is in what leaves or is recorded', async (t) => {
  const classes = await findErrorClasses()
  const clock = createFakeClock()
  const redactor = createRedactor(createInlineEngine())
  const seen: string[] = []
  const skipped: string[] = []
  let thrown: Error = new Error(TEXT)
  const connector = defineConnector({
    id: 'fake',
    title: 'Fake',
    config: z.strictObject({}),
    connect: () => null,
    probe: async () => ({ health: 'up', scopes: [] }),
    operations: [serve(hostDisksList, async () => Promise.reject(thrown))],
  })
  const instance = createInstance(
    { instance: 'fake', connector, config: {}, secrets: [], expect: null, covers: [] },
    { clock, enableWrites: [] },
  )
  const host = createHost(clock, [instance])
  const served = instance.served.get('host.disks.list')
  assert.ok(served !== undefined)
  const kept: AuditFacts[] = []
  const callAgent = auditCalls(
    async () => ({ kind: 'lost', part: { scope: {}, state: 'unusable', why: 'internal' } }),
    {
      record: (_, facts) => kept.push(facts) > 0,
    },
  )
  for (const [name, of] of classes) {
    const error = create(of)
    if (error === null) {
      skipped.push(name)
      continue
    }
    for (thrown of [error, new SourceError('upstream_failed', { status: 500, why: TEXT } as never)]) {
      const result = await host.run({
        instance,
        served,
        arguments: {},
        scopes: [],
        budgetMs: 1000,
        signal: new AbortController().signal,
        onVendorCall: () => {},
      })
      const safe =
        result.kind === 'refused'
          ? openRedacted(await redactor.redactRefusal(result.error))
          : openRedacted(await redactor.redactAnswer(result.draft))
      const text = JSON.stringify(safe)
      assert.ok(thrown !== error || text.includes('"why":"internal"'), `${name}: ${text}`)
      seen.push(text)
    }
  }
  await callAgent({
    organisation: 'acme',
    agent: 'ag_1',
    incarnation: 'i1',
    operation: 'host.disks.list',
    contract: 1,
    instance: 'fake',
    arguments: { query: TEXT },
    tier: 'read',
    principal: 'tok_1',
    policy_hash: '',
    budget_ms: 1,
    signal: new AbortController().signal,
  })
  t.diagnostic(
    `${classes.size} classes, ${skipped.length} that nothing could construct: ${skipped.join(', ')}`,
  )
  assert.ok(classes.size > 20, `only ${classes.size} classes`)
  assert.ok(skipped.length <= classes.size / 20)
  assert.equal(kept.length, 1)
  const recorded = JSON.stringify(kept.map(keepFacts))
  assert.ok(recorded.includes('host.disks.list'))
  for (const [name, canary] of Object.entries(CANARIES))
    assert.equal(`${seen.join('\n')}${recorded}`.includes(canary), false, name)
})
