import { findExecutable } from '../../control-plane/cli/bootstrap/command.mjs'
import { TEST_NEEDS } from './setup/needs.mjs'

/** The Debian packages whose main program tests start. */
export type ProgramName =
  | 'nats-server'
  | 'prometheus'
  | 'prometheus-alertmanager'
  | 'prometheus-node-exporter'
  | 'postgresql'
  | 'redis-server'
  | 'chromium'

/** The full path of a program that tests start (of `initdb` for postgresql). Throws when it is not installed. */
export function findProgram(name: ProgramName): string {
  const path = TEST_NEEDS.find((need) => need.deb === name)?.find()
  if (path === undefined) throw new Error(`${name} is not installed: run "npm test" once, which installs it`)
  return path
}

/** The full path of any other executable, or undefined: for tests that run only where it is there. */
export function findTool(name: string): string | undefined {
  return findExecutable(name)
}
