import type { CallContext } from '@vedette/proto/connector'
import { buildInfo } from './answers.ts'
import type { PrometheusClient } from './client.ts'

// Asks what the server says of its build. Throws SourceError; servers without the endpoint are not Prometheus.
export async function askBuild(client: PrometheusClient, context: CallContext) {
  const path = ['api', 'v1', 'status', 'buildinfo']
  return (await client.ask({ path, schema: buildInfo, context })).data
}

// Whether the server is Prometheus itself: VictoriaMetrics gives a bare version, Mimir an application, Thanos 0.x.
// Throws SourceError when it cannot be asked.
export async function isPrometheusItself(client: PrometheusClient, context: CallContext): Promise<boolean> {
  const build = await askBuild(client, context)
  const major = Number(/^v?(\d+)\./.exec(build.version)?.[1] ?? 0)
  return major >= 2 && build.revision !== '' && build.goVersion !== '' && build.application === undefined
}
