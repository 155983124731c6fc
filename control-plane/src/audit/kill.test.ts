import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '@vedette/proto/clock'
import { createOperator, operatorFile, saveOperator, toSigningKeys } from '../identity/index.ts'
import { createStore } from '../store/index.ts'
import { toEntry } from './chain.ts'
import { verifyChains } from './index.ts'

const PROCESS = join(import.meta.dirname, 'testing', 'effects-process.ts')
const KILLS = 8

test('killed at random points, a control plane leaves no effect without its row, and whole chains', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-kill-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const operator = await createOperator({ organisations: ['acme'], now: 1 })
  await saveOperator(operatorFile(folder), operator)
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = fork(PROCESS, [folder, `w${kill}`], { execArgv: ['--disable-warning=ExperimentalWarning'] })
    const gone = once(child, 'exit')
    await once(child, 'message')
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 120))
    child.kill('SIGKILL')
    await gone
  }
  const store = await createStore({ url: `sqlite:${folder}/store.db`, clock: systemClock })
  t.after(() => store.close())
  const effects = readFileSync(join(folder, 'effects'), 'utf8').trim().split('\n')
  const rows = (await store.audit.search('acme', { limit: 1_000_000 })).map(toEntry)
  const intents = new Set(rows.flatMap((row) => (row?.kind === 'intent' ? [row.call] : [])))
  assert.ok(effects.length > KILLS, `only ${effects.length} effects`)
  assert.deepEqual(
    effects.filter((effect) => !intents.has(effect)),
    [],
  )
  // An outcome names an intent that stands before it.
  const places = new Set(rows.map((row) => `${row?.writer}/${row?.seq}`))
  for (const row of rows) if (row?.kind === 'outcome') assert.ok(places.has(row.intent ?? ''))
  const report = await verifyChains({ store, keys: toSigningKeys(operator), organisation: null })
  assert.equal(report.ok, true)
  // One that was killed before its first row has no chain.
  const writers = new Set(rows.map((row) => row?.writer))
  assert.equal(report.chains.length, writers.size)
  assert.ok(writers.size > 1, `${writers.size} writers`)
})
