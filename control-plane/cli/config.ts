import { homedir } from 'node:os'
import { join } from 'node:path'

// What the command takes from the environment; nothing else of it is read.
export type CliEnvironment = Readonly<{
  // VEDETTE_URL and VEDETTE_TOKEN: the control plane to talk to.
  url: string | null
  token: string | null
  // VEDETTE_DATA_DIR, else $XDG_STATE_HOME/vedette, else ~/.local/state/vedette.
  data_dir: string
  home: string
  // Files where other tools keep their credentials; only looked at for existence.
  kubeconfigs: readonly string[]
  aws_files: readonly string[]
  // NO_COLOR unset and TERM not dumb.
  color: boolean
  path: string
  // How this command is called here: by its name, or by npm from a clone.
  command: string
}>

const KEPT = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE']

const NPM_SCRIPTS = ['up', 'vedette']

type Variables = Readonly<Record<string, string | undefined>>

// Reads the environment once, at the start of the process.
export function readEnvironment(env: Variables = process.env): CliEnvironment {
  const home = pick(env.HOME) ?? homedir()
  const state = pick(env.XDG_STATE_HOME) ?? join(home, '.local', 'state')
  const kubeconfigs = pick(env.KUBECONFIG)?.split(':').filter(Boolean) ?? [join(home, '.kube', 'config')]
  return Object.freeze({
    url: pick(env.VEDETTE_URL),
    token: pick(env.VEDETTE_TOKEN),
    data_dir: pick(env.VEDETTE_DATA_DIR) ?? join(state, 'vedette'),
    home,
    kubeconfigs,
    aws_files: [
      pick(env.AWS_CONFIG_FILE) ?? join(home, '.aws', 'config'),
      pick(env.AWS_SHARED_CREDENTIALS_FILE) ?? join(home, '.aws', 'credentials'),
    ],
    color: pick(env.NO_COLOR) === null && env.TERM !== 'dumb',
    path: env.PATH ?? '/usr/bin:/bin',
    command: NPM_SCRIPTS.includes(env.npm_lifecycle_event ?? '') ? 'npm run --silent vedette --' : 'vedette',
  })
}

// What a child process gets: enough to run, what its file names as secrets, and none of the person's credentials.
export function childEnvironment(
  extra: readonly string[] = [],
  env: Variables = process.env,
): Record<string, string> {
  const names = [...KEPT, ...extra]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function pick(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}
