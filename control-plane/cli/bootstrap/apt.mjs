import { readdirSync, statSync } from 'node:fs'
import { findExecutable, runQuietly } from './command.mjs'
import { say } from './log.mjs'

const LISTS = '/var/lib/apt/lists'
const STALE_MS = 3 * 24 * 3600 * 1000

// Debian asks policy-rc.d before a package starts its service: 101 forbids it. An existing policy is kept.
const APT_SCRIPT = `
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 1' HUP INT TERM
  printf '#!/bin/sh\\nexit 101\\n' > "$policy" && chmod 755 "$policy"
fi
apt-get "$@"
`

/** How a command runs as root here, as its prefix; undefined without apt, or with neither root nor free sudo. */
export async function findApt() {
  if (findExecutable('apt-get') === undefined) return undefined
  const env = [findExecutable('env') ?? '/usr/bin/env', 'DEBIAN_FRONTEND=noninteractive']
  if (process.getuid?.() === 0) return env
  const sudo = findExecutable('sudo')
  if (sudo === undefined) return undefined
  const allowed = await runQuietly({ label: 'asking sudo', file: sudo, args: ['-n', 'true'], mayFail: true })
  return allowed ? [sudo, '-n', ...env] : undefined
}

/**
 * Installs Debian packages without recommends and without starting any of their services. Refreshes the
 * package lists first when they are missing or older than three days, and again when the install fails.
 * Throws SetupError with apt's own output when it cannot.
 */
export async function installPackages(asRoot, packages) {
  say(`installing ${packages.join(', ')} with apt-get ...`)
  if (areListsStale()) await update(asRoot)
  if (!(await install(asRoot, packages, true))) {
    await update(asRoot)
    await install(asRoot, packages, false)
  }
  say(`installed ${packages.join(', ')}`)
}

function install(asRoot, packages, mayFail) {
  const options = ['install', '-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120']
  return runApt(asRoot, { label: `installing ${packages[0]}`, args: [...options, ...packages], mayFail })
}

function update(asRoot) {
  say('refreshing the package lists with apt-get update ...')
  return runApt(asRoot, { label: 'refreshing package lists', args: ['update', '-q'], mayFail: true })
}

function runApt([file, ...before], { label, args, mayFail }) {
  return runQuietly({ label, file, args: [...before, 'sh', '-c', APT_SCRIPT, 'apt', ...args], mayFail })
}

function areListsStale() {
  try {
    const lists = readdirSync(LISTS).filter((name) => name.includes('_Packages'))
    const newest = Math.max(0, ...lists.map((name) => statSync(`${LISTS}/${name}`).ctimeMs))
    return Date.now() - newest > STALE_MS
  } catch {
    return true
  }
}
