import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { ROOT } from '@vedette/test/kit'

// Commands whose output is a log or a listing of real systems; what is missing on a machine is left out.
const COMMANDS: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  [
    'packages of Debian',
    'dpkg-query',
    ['-W', '-f', '\x24{Package} \x24{Version} \x24{Architecture} \x24{Status}\n'],
  ],
  ['history of this repository', 'git', ['log', '--stat', '--format=%H %h %cI %s']],
  ['packages of npm', 'npm', ['ls', '--all', '--long']],
  ['processes', 'ps', ['-eo', 'pid,ppid,stat,etimes,rss,comm']],
  ['mounts', 'mount', []],
  ['open sockets', 'ss', ['-tan']],
]
const FILES = [
  '/proc/meminfo',
  '/proc/vmstat',
  '/proc/cpuinfo',
  '/proc/modules',
  '/var/log/dpkg.log',
  '/var/log/alternatives.log',
  '/var/log/bootstrap.log',
]
const MAX_LINES = 20_000

/** Lines that the tools of this machine write, by tool. */
export function readToolLines(): { name: string; lines: string[] }[] {
  const outputs = COMMANDS.map(([name, command, args]) => {
    const { stdout } = spawnSync(command, args, { encoding: 'utf8', cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })
    return { name, text: stdout ?? '' }
  })
  const files = FILES.filter((path) => existsSync(path)).map((path) => ({
    name: path,
    text: readFileSync(path, 'utf8'),
  }))
  return [...outputs, ...files]
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => ({ name, lines: text.split('\n').slice(0, MAX_LINES) }))
}
