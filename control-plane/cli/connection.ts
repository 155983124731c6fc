import { join } from 'node:path'
import { CliError } from './cli-error.ts'
import { type ApiClient, type Connection, createApiClient } from './client.ts'
import type { Io } from './io.ts'
import { readRunning, readToken } from './up/data-dir.ts'

export type ConnectionOptions = Readonly<{ url?: string; token?: string; dataDir?: string }>

// Where the control plane is and with which token: the options, else the environment, else the running `up` of the
// data directory. Throws CliError `unreachable` or `not_allowed` when one of the two is not to be found.
export function findConnection(io: Io, options: ConnectionOptions): Connection {
  const folder = options.dataDir ?? io.environment.data_dir
  const given = options.url ?? io.environment.url
  const url = given ?? readRunning(folder)?.control_plane_url ?? null
  if (url === null)
    throw new CliError(
      'unreachable',
      `no control plane is running from ${folder}`,
      'start one with `vedette up`, or name one with --url or VEDETTE_URL',
    )
  // The token of the data directory belongs to its own control plane and is never sent elsewhere.
  const kept = given === null ? readToken(folder) : null
  const token = options.token ?? io.environment.token ?? kept
  if (token === null)
    throw new CliError(
      'not_allowed',
      given === null ? `there is no token in ${join(folder, 'token')}` : `there is no token for ${url}`,
      'give one with --token or VEDETTE_TOKEN',
    )
  return { url: parseUrl(url), token }
}

// The API of that control plane.
export function connect(io: Io, options: ConnectionOptions): ApiClient {
  return createApiClient(findConnection(io, options), io.signal)
}

function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw new CliError('usage', '--url is not an http or https URL', 'give one such as http://127.0.0.1:4680')
  return url.origin
}
