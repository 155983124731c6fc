import { findApt, installPackages } from './apt.mjs'
import { findExecutable } from './command.mjs'
import { SetupError, say } from './log.mjs'

/** The message broker: what to look for and what to install where it is missing. */
export const NATS_SERVER = {
  find: () => findExecutable('nats-server'),
  deb: 'nats-server',
  rpm: 'nats-server',
  brew: 'nats-server',
  image: 'nats:2 (docker run -d -p 127.0.0.1:4222:4222 nats:2, or copy /nats-server out of it)',
}

/**
 * Finds every needed program, installing the missing ones with apt-get where that is possible. Returns their
 * paths in order. Throws SetupError with the commands for each system when one stays missing.
 */
export async function ensurePrograms(needs, getApt = findApt) {
  const missing = needs.filter((need) => need.find() === undefined)
  if (missing.length > 0) {
    const apt = await getApt()
    if (apt === undefined) throw new SetupError(describeMissing(missing))
    say(`not found: ${missing.map((need) => need.deb).join(', ')}`)
    await installPackages(
      apt,
      missing.map((need) => need.deb),
    )
    const still = missing.filter((need) => need.find() === undefined)
    if (still.length > 0) throw new SetupError(describeMissing(still))
  }
  return needs.map((need) => need.find())
}

/** The text that tells a person how to install what is missing on each kind of system. */
export function describeMissing(needs) {
  const names = (key) => needs.map((need) => need[key]).join(' ')
  return [
    `not found, and not installable from here: ${names('deb')}. Install it, then run the same command again:`,
    `  Debian, Ubuntu  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names('deb')}`,
    `  Fedora          sudo dnf install -y ${names('rpm')}`,
    `  macOS           brew install ${names('brew')}`,
    `  container       ${needs.map((need) => need.image).join('; ')}`,
  ].join('\n')
}
