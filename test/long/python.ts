import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import test from 'node:test'
import { createFolder, startProcess } from '@vedette/test/kit'
import { startAgent, startStand, untilAgent } from '../e2e/stand.ts'

const SDK = 'mcp==2.3.0'

// A Python with the SDK in an environment of its own; null where there is no Python 3.
function installSdk(folder: string): string | null {
  try {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  execFileSync(join(folder, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', SDK])
  return join(folder, 'bin', 'python')
}

test("the Python SDK's client works through an investigation, and another token goes on with it", async (t) => {
  const python = installSdk(createFolder(t))
  if (python === null) return t.skip('there is no Python 3 with venv on this machine')
  const stand = await startStand(t)
  await startAgent(t, stand, { machine: 'web-1', connectors: [{ connector: 'host' }] })
  await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
  const run = await startProcess(t, {
    ...{ name: 'python', file: python },
    args: [join(import.meta.dirname, 'investigate.py'), stand.mcpUrl, stand.token],
  })
  const { code } = await run.exited
  assert.equal(code, 0, run.output())
  const told = JSON.parse(run.stdout())
  assert.ok(told.names.includes('host_load_get'))
  assert.ok(told.prompts.includes('health'))
  assert.deepEqual([told.load, told.refused, told.moved], ['full', 'none', 'full'])
  const { investigation } = told
  const memory = await stand.ask('host_memory_get', { investigation })
  assert.equal(memory.visibility, 'full')
  const thread = JSON.stringify(await stand.ask('investigations_get', { investigation }))
  for (const one of ['the machine is busy', 'host_load_get', 'host_memory_get'])
    assert.match(thread, new RegExp(one))
})
