import { readFileSync } from 'node:fs'
import { parseAgentConfig } from '@vedette/agent/config'
import { runAgent } from '@vedette/agent/main'
import { systemClock } from '@vedette/proto/clock'
import { createLabConnectors } from '../lab/connectors.ts'

/** A real agent process with the laboratory's connectors; its configuration is the one argument. */
const quiet = () => {}
const here = { begin: () => 'any', end: quiet, stall: quiet, wake: quiet }
const connectors = createLabConnectors({ wire: here, routeOf: () => 'plain', lies: [] })
const plain = [...connectors].flatMap(([name, connector]) => (name.endsWith('_raised') ? [] : [connector]))
const config = parseAgentConfig(readFileSync(process.argv[2] ?? '', 'utf8'), plain)
const stopping = new AbortController()
process.on('SIGTERM', () => stopping.abort())
await runAgent(config, {
  clock: systemClock,
  signal: stopping.signal,
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
})
process.exit()
