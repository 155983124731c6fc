import { ArgumentError, complete, partialOf, SourceError, serve } from '@vedette/proto/connector'
import { dbSettingsGet } from '@vedette/proto/operations/db'
import type { Part } from '@vedette/proto/visibility'
import type { Command, RedisClient } from '../client.ts'
import { toFacts } from '../reading.ts'

// Names whose values are, or may hold, a secret: they are never given, and when named not even asked for.
const SECRET = /pass|auth|secret|token|key-file|user|acl/

// The settings that run now, by name. Redis does not tell its defaults, so that without names all are listed.
export const dbSettingsRedis = serve<RedisClient, typeof dbSettingsGet.input, typeof dbSettingsGet.output>(
  dbSettingsGet,
  async (client, { names, contains, limit }, context) => {
    const asked = [...new Set(names.map(checkName))]
    return client.run(context, async (command) => {
      const found = asked.length === 0 ? await readPairs(command, '*') : await readNamed(command, asked)
      const wanted = found.filter(([name]) => contains === undefined || name.includes(contains.toLowerCase()))
      const withheld = wanted.filter(([name]) => SECRET.test(name)).map(([name]) => name)
      const open = wanted.filter(([name]) => !SECRET.test(name))
      const settings = open.slice(0, limit).map(([name, value]) => ({
        name,
        value,
        unit: null,
        default: null,
        source: null,
        restart_due: null,
      }))
      const value = { settings, withheld, total: open.length }
      const facts = toFacts(client, context)
      // A setting that is withheld is there all the same.
      const items = settings.length + withheld.length
      const unknown = asked.filter((name) => !SECRET.test(name) && !found.some(([one]) => one === name))
      const cut = open.length > settings.length
      if (!cut && unknown.length === 0) return complete(value, { items, proof: 'enumerated', ...facts })
      const parts: Part[] = unknown.map((name) => ({
        ...facts,
        scope: { ...facts.scope, setting: name },
        state: 'unproven',
        why: 'setting_unknown',
      }))
      if (cut) parts.unshift({ ...facts, state: 'truncated', cap: 'rows', at_least: open.length })
      else if (items > 0) parts.unshift({ ...facts, state: 'read', items })
      return partialOf(value, parts)
    })
  },
)

function checkName(name: string): string {
  if (/^[A-Za-z0-9-]{1,128}$/.test(name)) return name.toLowerCase()
  throw new ArgumentError({
    field: 'names',
    message: 'names holds a name that no setting has',
    fix: 'use letters, digits and - only, such as maxmemory-policy',
  })
}

type Pair = readonly [name: string, value: string]

async function readNamed(command: Command, names: readonly string[]): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const name of names)
    pairs.push(...(SECRET.test(name) ? [[name, ''] as const] : await readPairs(command, name)))
  return pairs
}

// CONFIG GET answers with names and values in turn.
async function readPairs(command: Command, pattern: string): Promise<Pair[]> {
  const reply = await command('CONFIG', 'GET', pattern)
  if (!Array.isArray(reply) || reply.length % 2 !== 0)
    throw new SourceError('unusable', { why: 'schema_mismatch' })
  const texts = reply.map(String)
  const pairs = texts.flatMap((name, index): Pair[] =>
    index % 2 === 0 ? [[name, texts[index + 1] ?? '']] : [],
  )
  if (pattern === '*' && pairs.length === 0) throw new SourceError('unusable', { why: 'unexpected_kind' })
  return pairs.sort(([a], [b]) => (a < b ? -1 : 1))
}
