import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Identity } from '@vedette/proto/wire'

// The proven identity of this host: from its machine id, hashed because that one is confidential. Without one, from
// an id kept in `dataDir` and the host's name, so that a copied folder on another host is another identity.
export async function readHostIdentity(
  dataDir: string,
  machineIdFile = '/etc/machine-id',
): Promise<Identity> {
  const machine = (await readFile(machineIdFile, 'utf8').catch(() => '')).trim()
  if (/^[0-9a-f]{32}$/i.test(machine)) return toIdentity(machine)
  return toIdentity(`${await readOwnId(dataDir)}@${hostname()}`)
}

function toIdentity(seed: string): Identity {
  const id = createHash('sha256').update(`vedette.v1.host:${seed}`).digest('hex').slice(0, 32)
  return { kind: 'host', id }
}

async function readOwnId(dataDir: string): Promise<string> {
  const path = join(dataDir, 'host-id')
  const kept = (await readFile(path, 'utf8').catch(() => '')).trim()
  if (kept !== '') return kept
  const fresh = randomUUID()
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
    .then(() => writeFile(path, fresh, { mode: 0o600 }))
    .catch(() => {}) // a folder that cannot be written gives a new identity at each start
  return fresh
}
