import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { startEndpoints } from '@vedette/agent/endpoints'
import { findManifest, readScenarios } from './manifests.ts'

type Probe = Readonly<{ exec: Readonly<{ command: readonly string[] }> }>

test("the agent's probes fail while it is not ready and where nobody listens, and pass when it is", async (t) => {
  const scenario = readScenarios().find((one) => one.chart === 'agent')
  const [container] =
    findManifest(scenario?.manifests ?? [], 'Deployment').spec?.template?.spec.containers ?? []
  let ready = false
  const endpoints = await startEndpoints(
    { host: '127.0.0.1', port: 0 },
    { isReady: () => ready, counters: () => [], health: () => [] },
  )
  t.after(() => endpoints.close())
  const run = (probe: unknown, port: number) =>
    new Promise<boolean>((resolve) => {
      const [file = '', ...args] = (probe as Probe).exec.command // as the chart renders it
      const there = args.map((arg) => arg.replace('8081', String(port)))
      execFile(file, there, (error) => resolve(error === null))
    })
  const { livenessProbe, readinessProbe } = container ?? {}
  assert.equal(await run(livenessProbe, endpoints.port), true)
  assert.equal(await run(readinessProbe, endpoints.port), false)
  ready = true
  assert.equal(await run(readinessProbe, endpoints.port), true)
  assert.equal(await run(livenessProbe, 1), false)
})
