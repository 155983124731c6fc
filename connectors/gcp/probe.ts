import { probeWith } from '@vedette/connectors/kit'
import { type CallContext, type ProbeResult, SourceError } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import type { GcpClient, Reader } from './client.ts'
import { searchProjects, UNLISTED } from './projects.ts'

// Proves the project over the client of real calls. Another one than the configured is `scope_mismatch`; a project that
// is being deleted, or a failed search for other projects, makes it `degraded`.
export function probeGcp(client: GcpClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    try {
      return await readHealth(client, await client.open(context))
    } catch (error) {
      if (error instanceof SourceError && error.carried.why === 'scope_mismatch')
        return { health: 'down', code: 'scope_mismatch', scopes: [] }
      throw error
    }
  })
}

async function readHealth(client: GcpClient, reader: Reader): Promise<ProbeResult> {
  const scopes = [toScope(client, reader)]
  const health =
    reader.project.state === 'ACTIVE'
      ? ({ health: 'up' } as const)
      : ({ health: 'degraded', code: 'project_not_active' } as const)
  if (client.config.universe === 'configured') return { ...health, scopes }
  try {
    const { paged } = await searchProjects(reader)
    if (paged.stop === 'failed') throw paged.error
    const known = paged.items
      .filter((one) => one.state === 'ACTIVE')
      .map(
        (one): Scope => ({
          account: one.id,
          ...(one.name === null ? {} : { account_name: one.name.slice(0, 128) }),
        }),
      )
    return { ...health, scopes, known_scopes: [...known, UNLISTED] }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { health: 'degraded', code: error.state, scopes, known_scopes: [UNLISTED] }
  }
}

function toScope({ project: { alias } }: GcpClient, { project }: Reader): Scope {
  return {
    account: project.id,
    account_number: project.number,
    ...(project.name === null ? {} : { account_name: project.name.slice(0, 128) }),
    ...(alias === undefined ? {} : { account_alias: alias }),
  }
}
