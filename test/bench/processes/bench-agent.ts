import { loadAgentConfig } from '@vedette/agent/config'
import { runAgent } from '@vedette/agent/main'
import { systemClock } from '@vedette/proto/clock'
import { benchConnector } from './bench-connector.ts'

// The agent as it is, with a connector that serves the whole catalogue out of its own head.
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort())
const config = await loadAgentConfig(process.argv[2] ?? '', [
  { id: 'bench', load: async () => benchConnector },
])
const silent = () => {}
const log = { debug: silent, info: silent, warn: silent, error: console.error }
await runAgent(config, { clock: systemClock, signal: stopping.signal, log })
process.exit()
