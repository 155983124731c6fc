import { probeWith } from '@vedette/connectors/kit'
import { type CallContext, type ProbeResult, SourceError } from '@vedette/proto/connector'
import { managerStatus, queryData } from './answers.ts'
import type { PrometheusClient } from './client.ts'
import { askBuild } from './flavour.ts'
import { toScope } from './reading.ts'

type Server = NonNullable<ProbeResult['servers']>[number]
type Probed = Readonly<{ server: Server; error: SourceError | undefined }>

// Evaluates the constant 1 in Prometheus and reads Alertmanager's status, each over the client of real calls: all
// servers answer is `up`, some is `degraded`, none is `down` with Prometheus' word.
export async function probePrometheus(client: PrometheusClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const { askManager } = client
    const probed = await Promise.all([
      probeServer('prometheus', () => readPrometheus(client, context)),
      ...(askManager === undefined
        ? []
        : [
            probeServer('alertmanager', async () => {
              const status = await askManager({
                path: ['api', 'v2', 'status'],
                schema: managerStatus,
                context,
              })
              return status.versionInfo?.version
            }),
          ]),
    ])
    const errors = probed.flatMap((one) => one.error ?? [])
    const [first] = errors
    if (first !== undefined && errors.length === probed.length) throw first
    return {
      health: first === undefined ? 'up' : 'degraded',
      ...(first === undefined ? {} : { code: first.state }),
      scopes: [toScope(client)],
      servers: probed.map((one) => one.server),
    }
  })
}

async function readPrometheus(client: PrometheusClient, context: CallContext): Promise<string | undefined> {
  const path = ['api', 'v1', 'query']
  await client.ask({ path, query: { query: '1' }, schema: queryData, context })
  // Only for show: proxies often hide the build.
  const build = await askBuild(client, context).catch((error: unknown) => {
    if (error instanceof SourceError) return undefined
    throw error
  })
  return build?.version
}

async function probeServer(name: string, read: () => Promise<string | undefined>): Promise<Probed> {
  try {
    const version = await read()
    const shown = version === undefined || version === '' ? {} : { version: version.slice(0, 64) }
    return { server: { name, health: 'up', ...shown }, error: undefined }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const health = error.state === 'throttled' ? 'degraded' : 'down'
    return { server: { name, health, code: error.state }, error }
  }
}
