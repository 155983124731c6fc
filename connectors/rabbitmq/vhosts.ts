import { type PathSegment, SLASH } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, SourceError } from '@vedette/proto/connector'
import type { Part } from '@vedette/proto/visibility'
import { z } from 'zod'
import type { RabbitmqClient } from './client.ts'
import { seesAllVhosts } from './overview.ts'

// What was read of each virtual host, and those that could not be read, each with its own word.
export type Swept<T> = Readonly<{ found: readonly T[]; failed: readonly Part[] }>

// Runs a question for every virtual host, a few at a time. Throws the first failure when none could be read.
export async function sweepVhosts<T>(
  client: RabbitmqClient,
  context: CallContext,
  read: (vhost: string) => Promise<T>,
): Promise<Swept<T>> {
  const { names, hidden } = await listVhosts(client, context)
  const found: T[] = []
  const failed: Part[] = [...hidden]
  const errors: SourceError[] = []
  const waiting = [...names]
  async function work(): Promise<void> {
    for (let vhost = waiting.shift(); vhost !== undefined; vhost = waiting.shift()) {
      const outcome = await read(vhost).catch(toSourceError)
      if (!(outcome instanceof SourceError)) found.push(outcome)
      else {
        errors.push(outcome)
        failed.push({ scope: { vhost }, state: outcome.state, ...outcome.carried })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const [first] = errors
  if (first !== undefined && found.length === 0) throw first
  return { found, failed: failed.sort((a, b) => (a.scope.vhost ?? '').localeCompare(b.scope.vhost ?? '')) }
}

const AT_ONCE = 4

async function listVhosts(client: RabbitmqClient, context: CallContext) {
  const seesAll = await seesAllVhosts(client, context)
  const schema = z.array(z.looseObject({ name: z.string() }))
  const told = (await client.ask({ path: ['vhosts'], query: { columns: 'name' }, schema, context })).map(
    (one) => one.name,
  )
  const { vhosts } = client.config
  const missing = vhosts.filter((name) => !told.includes(name))
  const others: Part = { scope: { vhosts: 'others' }, state: 'forbidden', missing: 'user tag: monitoring' }
  const absent = missing.map((vhost): Part => ({ scope: { vhost }, state: 'unproven', why: 'vhost_unknown' }))
  const names = vhosts.length === 0 ? told : told.filter((name) => vhosts.includes(name))
  return { names, hidden: [...(seesAll || vhosts.length > 0 ? [] : [others]), ...absent] }
}

// A name that cannot stand in a path is a part that could not be asked, not the caller's mistake.
function toSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  if (error instanceof ArgumentError)
    return new SourceError('not_served', { why: 'its name cannot stand in a path' })
  throw error
}

// A virtual host's name as an element of a path; the default one is a slash.
export function toSegment(vhost: string): PathSegment {
  return vhost === '/' ? SLASH : vhost
}
