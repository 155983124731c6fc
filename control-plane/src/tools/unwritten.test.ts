import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import {
  agentView,
  connectorState,
  createClockAtNow,
  createFakeDispatch,
  createFakeFleet,
  readResult,
  toolContext,
} from '../../testing/fakes.ts'
import { ANSWER_CHARACTERS } from '../answers/index.ts'
import type { AuditRow } from '../store/types.ts'
import { createToolSurface } from './surface.ts'

const web = agentView('web-1', [connectorState('host', ['host.disks.list'], { scopes: [{ host: 'web-1' }] })])

// A surface over an audit that takes each row and writes it when, and if, `written` says so.
function start(written: Promise<boolean>, disks: readonly object[] = []) {
  const rows: AuditRow[] = []
  const surface = createToolSurface({
    fleet: createFakeFleet([web]),
    dispatch: createFakeDispatch((request) => readResult(request, { disks })),
    clock: createClockAtNow(),
    store: {
      audit: {
        append: async (row) => {
          rows.push(row)
          return { written }
        },
      },
    },
  })
  const call = async () => {
    const result = await surface.call('host_disks_list', {}, toolContext())
    return result.kind === 'answer' ? result.text : assert.fail(JSON.stringify(result))
  }
  return { rows, call }
}

test('an answer leaves when its row is durable, and not before', async () => {
  const written = Promise.withResolvers<boolean>()
  const { rows, call } = start(written.promise)
  let text: string | null = null
  const asked = call().then((told) => {
    text = told
  })
  while (rows.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(text, null)
  written.resolve(true)
  await asked
  assert.doesNotMatch(text ?? '', /"audit"/)
})

test('an answer whose row only waits in memory says so last, and its row tells of what stands before', async () => {
  const { rows, call } = start(Promise.resolve(false))
  const text = await call()
  const { audit, ...rest } = JSON.parse(text)
  assert.equal(audit.state, 'waiting')
  assert.match(audit.why, /waits in memory, and is lost if this process ends/)
  assert.equal(rest.visibility, 'full')
  const before = JSON.stringify(rest)
  assert.equal(rows[0]?.sha256, createHash('sha256').update(before).digest('hex'))
  assert.equal(rows[0]?.bytes, Buffer.byteLength(before))
})

test('an answer of any length has room for it', async () => {
  const tell = (count: number) =>
    start(
      Promise.resolve(false),
      Array.from({ length: count }, (_, n) => ({ mount: `/data/${String(n).padStart(60, '0')}` })),
    ).call()
  const lengths: number[] = []
  for (let count = 290; count < 340; count += 1) lengths.push((await tell(count)).length)
  assert.ok(
    lengths.every((length) => length <= ANSWER_CHARACTERS.brief),
    `${Math.max(...lengths)} characters`,
  )
  assert.ok(Math.max(...lengths) > ANSWER_CHARACTERS.brief - 100, `${Math.max(...lengths)} characters`)
})
