import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Operator } from './types.ts'

const text = z.string().min(1)
const user = z.object({ jwt: text, seed: text })
const operatorSchema = z.object({
  version: z.literal(1),
  operator: z.object({ public_key: text, seed: text, jwt: text }),
  system: z.object({ public_key: text, jwt: text, user }),
  organisations: z.array(
    z.object({
      name: text,
      account: z.object({ public_key: text, jwt: text }),
      signing: z.object({ public_key: text, seed: text }),
      control_plane: user,
      lobby: user,
    }),
  ),
  call_keys: z
    .array(
      z.object({
        kid: text,
        public_key: text,
        private_key: text,
        created_at: text,
        retired_at: z.string().nullable(),
      }),
    )
    .min(1),
})

// Where the operator's file stands in a data directory.
export function operatorFile(dataDir: string): string {
  return join(dataDir, 'operator.json')
}

// Reads the file; null when there is none. Throws Error naming the file, never its content, when it cannot be used.
export async function loadOperator(path: string): Promise<Operator | null> {
  let content: string
  try {
    content = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new Error(`${path} cannot be read: check its owner and mode`)
  }
  const parsed = operatorSchema.safeParse(tryParse(content))
  if (!parsed.success) throw new Error(`${path} is not an operator file: restore it from a backup`)
  return parsed.data
}

// Writes the file whole or not at all, readable by its owner only.
export async function saveOperator(path: string, operator: Operator): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(operator, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(draft, 0o600)
  await rename(draft, path)
}

function tryParse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}
