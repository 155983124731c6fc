import { probeWith } from '@vedette/connectors/kit'
import {
  type CallContext,
  type ProbeResult,
  type RefusedOperation,
  SourceError,
} from '@vedette/proto/connector'
import type { Command, RedisClient } from './client.ts'
import { getText, readInfo } from './info.ts'
import { toScope } from './reading.ts'

// Signs in, pings, and reads INFO over the client of real calls; then finds which other commands the user may not run.
export function probeRedis(client: RedisClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(() =>
    client.run(context, async (command) => {
      await ping(command)
      const info = await readInfo(command, 'server')
      const forbidden = await findForbidden(command)
      const version = getText(info, 'server', 'redis_version')
      const isShort = forbidden.some((one) => one.state === 'forbidden')
      return {
        health: isShort ? 'degraded' : 'up',
        ...(isShort ? { code: 'forbidden' } : {}),
        scopes: [toScope(client)],
        servers: [
          {
            name: client.instance,
            health: 'up',
            ...(version === null ? {} : { version: version.slice(0, 64) }),
          },
        ],
        ...(forbidden.length === 0 ? {} : { forbidden }),
      }
    }),
  )
}

// Throws `unusable` when the answer is not a pong.
export async function ping(command: Command): Promise<void> {
  if ((await command('PING')) !== 'PONG') throw new SourceError('unusable', { why: 'unexpected_kind' })
}

// Reading one harmless setting and one slow command says whether the user may, and whether the server has it.
async function findForbidden(command: Command): Promise<readonly RefusedOperation[]> {
  const slowlog = await findRefusal('cache.slowlog.list', () => command('SLOWLOG', 'LEN'))
  const config = await findRefusal('db.settings.get', () => command('CONFIG', 'GET', 'slowlog-max-len'))
  return [...slowlog, ...config]
}

async function findRefusal(
  operation: string,
  ask: () => Promise<unknown>,
): Promise<readonly RefusedOperation[]> {
  try {
    await ask()
    return []
  } catch (error) {
    if (!(error instanceof SourceError) || (error.state !== 'forbidden' && error.state !== 'not_served'))
      throw error
    const { missing, why } = error.carried
    return [
      {
        operation,
        state: error.state,
        ...(missing === undefined ? {} : { missing }),
        ...(why === undefined ? {} : { why }),
      },
    ]
  }
}
