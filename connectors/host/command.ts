import { SourceError } from '@vedette/proto/connector'
import { errnoOf, toHostError } from './errors.ts'
import type { Command, HostPorts } from './ports.ts'

export type CommandCall = Readonly<{
  ports: HostPorts
  root: string
  file: string
  args: readonly string[]
  signal: AbortSignal
  // Named in `forbidden`.
  missing: string
}>

// A line longer than this is given cut.
const LINE_BYTES = 1024 * 1024

export type LineReader = (line: string) => 'more' | 'stop'

// Runs a command and hands over each line of its output until `read` says stop, which kills it. Throws SourceError:
// `not_served` when the machine has no such command, `forbidden` when it was refused, else `upstream_failed`.
export async function readLines(call: CommandCall, read: LineReader): Promise<void> {
  const command = call.ports.run(call.file, call.args, call)
  const end = await feed(command, read).catch((error: unknown) => {
    command.kill()
    throw toHostError(error, call.missing)
  })
  if (end === 'stop') return command.kill()
  const { code, stderr } = await command.ended.catch((error: unknown): never => {
    if (errnoOf(error) === 'ENOENT') throw new SourceError('not_served', { why: `no_${call.file}` })
    throw toHostError(error, call.missing)
  })
  if (code === 0) return
  if (/access denied|permission denied|not permitted|insufficient permissions/i.test(stderr))
    throw new SourceError('forbidden', { missing: call.missing })
  throw new SourceError('upstream_failed', { errno: `EXIT_${code ?? 'KILLED'}` })
}

async function feed(command: Command, read: LineReader): Promise<'more' | 'stop'> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of command.stdout) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
    rest = (lines.pop() ?? '').slice(0, LINE_BYTES)
    for (const line of lines) if (read(line) === 'stop') return 'stop'
  }
  return rest === '' ? 'more' : read(rest)
}

// The same for a command whose output is small: all of it, 8 MiB at the most.
export async function readOutput(call: CommandCall): Promise<string> {
  const lines: string[] = []
  let size = 0
  await readLines(call, (line) => {
    size += line.length + 1
    if (size > 8 * LINE_BYTES) throw new SourceError('unusable', { why: 'too_large' })
    lines.push(line)
    return 'more'
  })
  return lines.join('\n')
}
