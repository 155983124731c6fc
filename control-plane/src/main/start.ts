import { parseArgs } from 'node:util'
import { runControlPlaneProcess } from './process.ts'

// The control plane as a process: `node control-plane/src/main/start.ts --config FILE`. One JSON line an event on
// standard error, nothing on standard output; a parent with a channel hears `{ "ready": true, "url" }`.
const stop = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort())
// Started by another process with a channel, it ends with that one.
process.on('disconnect', () => stop.abort())

const { values } = parseArgs({ options: { config: { type: 'string' } } })
process.exitCode = await runControlPlaneProcess(values.config, stop.signal)
process.exit()
