import { probeWith } from '@vedette/connectors/kit'
import {
  type CallContext,
  type ProbeResult,
  type RefusedOperation,
  type ServerProbe,
  SourceError,
} from '@vedette/proto/connector'
import { managerStatus, queryData } from './answers.ts'
import type { PrometheusClient } from './client.ts'
import { askBuild } from './flavour.ts'
import { toScope } from './reading.ts'
import { findNeeds, findRefused, type ServerName } from './servers.ts'

type Probed = Readonly<{
  server: ServerProbe
  error: SourceError | undefined
  refused: readonly RefusedOperation[]
}>

// Evaluates the constant 1 in Prometheus and reads Alertmanager's status, each over the client of real calls and by itself:
// all servers answer is `up`, some is `degraded`, none is `down` with Prometheus' word. Each server names the operations
// that need it; one that answers and refuses the read takes away only what reads the same.
export async function probePrometheus(client: PrometheusClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const { askManager } = client
    const probed = await Promise.all([
      probeServer(client, 'prometheus', () => readPrometheus(client, context)),
      ...(askManager === undefined
        ? []
        : [
            probeServer(client, 'alertmanager', async () => {
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
    const refused = probed.flatMap((one) => one.refused)
    return {
      health: first === undefined ? 'up' : 'degraded',
      ...(first === undefined ? {} : { code: first.state }),
      scopes: [toScope(client)],
      servers: probed.map((one) => one.server),
      ...(refused.length === 0 ? {} : { forbidden: refused }),
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

async function probeServer(
  client: PrometheusClient,
  name: ServerName,
  read: () => Promise<string | undefined>,
): Promise<Probed> {
  // With one server, the whole instance says what is the matter.
  const needs = client.askManager === undefined ? {} : { needed_by: findNeeds(client.config, name) }
  try {
    const version = await read()
    const shown = version === undefined || version === '' ? {} : { version: version.slice(0, 64) }
    return { server: { name, health: 'up', ...shown, ...needs }, error: undefined, refused: [] }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const answers = error.state === 'throttled' || error.state === 'forbidden'
    const refused = error.state === 'forbidden' ? findRefused(client.config, name) : []
    const health = answers ? 'degraded' : 'down'
    return { server: { name, health, code: error.state, ...needs }, error, refused }
  }
}
