import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Io } from '../io.ts'
import { readRunning, toDataDir } from '../up/data-dir.ts'
import { readLastLines } from '../up/log-file.ts'
import { findProgram } from '../up/programs.ts'
import type { Check } from './types.ts'

const WARN = 40
const LINES_READ = 200

// The local side: broker, data directory, whether `up` runs, and what the agent last complained about.
export function checkMachine(io: Io, root: string): readonly Check[] {
  return [
    checkBroker(io.environment.path),
    ...checkDataDir(root),
    ...checkLog(join(toDataDir(root).logs, 'agent.log')),
  ]
}

function checkBroker(path: string): Check {
  const file = findProgram('nats-server', path)
  const check = 'nats-server'
  if (file !== null) return { check, result: 'ok', found: file }
  const fix = '`npm run up` installs it; or: apt-get install nats-server, brew install nats-server'
  return { check, result: 'wrong', found: 'not installed', fix }
}

function checkDataDir(root: string): readonly Check[] {
  const mode = readMode(root)
  if (mode === null) return [{ check: 'data directory', result: 'note', found: `${root} does not exist yet` }]
  const running = readRunning(root)
  const isPrivate = (mode & 0o077) === 0
  return [
    {
      check: 'data directory',
      result: isPrivate ? 'ok' : 'wrong',
      found: `${root}${isPrivate ? '' : ' can be read by others'}`,
      ...(isPrivate ? {} : { fix: `chmod 700 ${root}` }),
    },
    running === null
      ? { check: 'up', result: 'note', found: 'is not running from there', fix: 'start it with `vedette up`' }
      : { check: 'up', result: 'ok', found: `process ${running.pid} at ${running.control_plane_url}` },
  ]
}

// The newest complaint of the agent's log, in its own closed words.
function checkLog(file: string): readonly Check[] {
  const complaint = readLastLines(file, LINES_READ)
    .map(parseLine)
    .findLast((line) => line !== null)
  return complaint === undefined || complaint === null
    ? []
    : [{ check: 'agent log', result: 'note', found: `${complaint} (newest complaint in ${file})` }]
}

function parseLine(line: string): string | null {
  try {
    const { level, msg, time } = JSON.parse(line)
    const isLoud = typeof level === 'number' ? level >= WARN : ['warn', 'error', 'fatal'].includes(level)
    if (!isLoud || typeof msg !== 'string') return null
    return typeof time === 'number' ? `${new Date(time).toISOString()} ${msg}` : msg
  } catch {
    return null
  }
}

function readMode(path: string): number | null {
  try {
    return statSync(path).mode
  } catch {
    return null
  }
}
