import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createUser, fromSeed, type KeyPair } from '@nats-io/nkeys'
import { identitySchema, signingKeySchema } from '@vedette/proto/wire'
import { z } from 'zod'

const enrolledSchema = z.object({
  agent: z.string().min(1).max(64),
  organisation: z.string().max(128),
  jwt: z.string().max(16_384),
  tick_ms: z.number().int().positive(),
  signing_keys: z.array(signingKeySchema).min(1).max(16),
  // What enrolment proved, where it is not the host's own identity.
  identity: identitySchema.optional(),
})

// What enrolment gave: the agent's id and what it needs to serve.
export type Enrolled = z.infer<typeof enrolledSchema>

export type IdentityStore = Readonly<{
  // The agent's own key; its seed never leaves the machine.
  key: KeyPair
  enrolled(): Enrolled | null
  // Keeps it for the next start; false when the folder cannot be written and it is kept in memory only.
  save(enrolled: Enrolled): Promise<boolean>
}>

// A new key that is kept nowhere: a pod proves itself again at each start.
export function createMemoryIdentity(): IdentityStore {
  let enrolled: Enrolled | null = null
  return Object.freeze({
    key: createUser(),
    enrolled: () => enrolled,
    async save(next: Enrolled) {
      enrolled = next
      return true
    },
  })
}

const KEY_FILE = 'agent.nkey'
const IDENTITY_FILE = 'identity.json'

// Opens the key and the enrolment kept in `dataDir`, making a new key when there is none.
export async function openIdentityStore(dataDir: string): Promise<IdentityStore> {
  const kept = await readKey(dataDir)
  const key = kept ?? createUser()
  let enrolled = kept === null ? null : await readEnrolled(dataDir)
  return Object.freeze({
    key,
    enrolled: () => enrolled,
    async save(next: Enrolled) {
      enrolled = next
      try {
        await mkdir(dataDir, { recursive: true, mode: 0o700 })
        await writePrivate(join(dataDir, KEY_FILE), new TextDecoder().decode(key.getSeed()))
        await writePrivate(join(dataDir, IDENTITY_FILE), JSON.stringify(next))
        return true
      } catch {
        return false
      }
    },
  })
}

async function readKey(dataDir: string): Promise<KeyPair | null> {
  try {
    const text = await readFile(join(dataDir, KEY_FILE), 'utf8')
    return fromSeed(new TextEncoder().encode(text.trim()))
  } catch {
    return null
  }
}

async function readEnrolled(dataDir: string): Promise<Enrolled | null> {
  try {
    return enrolledSchema.parse(JSON.parse(await readFile(join(dataDir, IDENTITY_FILE), 'utf8')))
  } catch {
    return null
  }
}

// Whole or not at all, readable by the owner alone.
async function writePrivate(path: string, text: string): Promise<void> {
  const next = `${path}.next`
  await writeFile(next, text, { mode: 0o600 })
  await chmod(next, 0o600)
  await rename(next, path)
}

// Half of a JWT's life, and what of it is left at `now`, in milliseconds; null when it never expires or cannot be read.
export function readHalfLife(jwt: string, now: number): Readonly<{ half: number; left: number }> | null {
  try {
    const claims = z
      .object({ iat: z.number(), exp: z.number().positive() })
      .parse(JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8')))
    const half = Math.max(0, claims.exp - claims.iat) * 500
    return { half, left: Math.min(half, Math.max(0, claims.iat * 1000 + half - now)) }
  } catch {
    return null
  }
}
