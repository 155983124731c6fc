import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { createEventLog } from './agent-log.ts'

test('however often the bus is tried, ten minutes without it are one line each ten seconds', async () => {
  const clock = createFakeClock()
  const lines: string[] = []
  const write = (_: unknown, message: string) => void lines.push(message)
  const logEvent = createEventLog(clock, { debug: write, info: write, warn: write, error: write })
  logEvent('up')
  for (let second = 0; second < 600; second += 1) {
    logEvent('down')
    logEvent('away')
    await clock.advance(1000)
  }
  assert.equal(lines.filter((line) => line.startsWith('the bus is away')).length, 60)
  logEvent('up')
  assert.deepEqual(lines.at(-1), 'connected to the control plane')
})
