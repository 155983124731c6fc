// The command `vedette`, under Node 24.
import { createInterface } from 'node:readline/promises'
import { systemClock } from '@vedette/proto/clock'
import { readEnvironment } from './config.ts'
import { runCli } from './program.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(signal))
// The launcher holds a channel open: when it is killed, this command must not stay behind.
process.on('disconnect', () => stop.abort('disconnect'))
process.stdout.on('error', () => stop.abort('output closed'))

process.exitCode = await runCli(process.argv.slice(2), {
  environment: readEnvironment(),
  clock: systemClock,
  isTty: process.stdout.isTTY === true,
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  ask,
  signal: stop.signal,
})
if (process.connected) process.disconnect()

async function ask(question: string): Promise<string | null> {
  if (process.stdin.isTTY !== true) return null
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // The end of the input (Ctrl-D) is an empty answer: readline itself would wait for ever.
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  try {
    return await Promise.race([lines.question(question, { signal: stop.signal }), ended])
  } finally {
    lines.close()
  }
}
