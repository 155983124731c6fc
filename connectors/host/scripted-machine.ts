import { readFileSync } from 'node:fs'
import type { FileSystemFacts, HostPorts } from './ports.ts'

type ScriptedCommand = Readonly<{
  // Answers a command line that has all of these arguments.
  includes: readonly string[]
  stdout?: string
  stderr?: string
  code?: number
  // The command cannot be started.
  errno?: string
}>
type Sizes = Readonly<Record<string, FileSystemFacts | Readonly<{ errno: string }>>>

// A Linux machine in a fixture's folder: files below root/, sizes in statfs.json, commands in commands.json.
export const scriptedMachine: HostPorts = Object.freeze({
  platform: 'linux',
  async statfs(path: string) {
    const [folder = '', mount] = path.split(/\/root(?=\/|$)/)
    const facts = readJson<Sizes>(`${folder}/statfs.json`)[mount === '' || mount === undefined ? '/' : mount]
    if (facts === undefined || 'errno' in facts) throw fail(facts?.errno ?? 'ENOENT')
    return facts
  },
  run(_file: string, args: readonly string[], { root }) {
    const commands = readJson<ScriptedCommand[]>(`${root.replace(/\/root$/, '')}/commands.json`)
    const found = commands.find((one) => one.includes.every((arg) => args.includes(arg)))
    if (found === undefined) throw new Error(`no script for ${args.join(' ')}`)
    const { stdout = '', stderr = '', code = 0, errno } = found
    const ended = errno === undefined ? Promise.resolve({ code, stderr }) : Promise.reject(fail(errno))
    ended.catch(() => {})
    return { stdout: toStream(stdout), ended, kill: () => {} }
  },
} satisfies HostPorts)

async function* toStream(text: string): AsyncGenerator<Buffer> {
  // Cut inside lines and characters, as a pipe does.
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
}

function fail(code: string): Error {
  return Object.assign(new Error(code), { code })
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T // written beside this file
}
