import { SourceError, serve } from '@vedette/proto/connector'
import { alertsRoutingGet } from '@vedette/proto/operations'
import { managerStatus } from '../answers.ts'
import { type PrometheusClient, readYaml } from '../client.ts'
import { toReading } from '../reading.ts'
import { flattenRoutes, routingConfig, toReceiver } from '../routing.ts'

// Routes and receivers from the configuration that Alertmanager runs; addresses and keys in it are not read.
export const serveAlertsRoutingGet = serve(
  alertsRoutingGet,
  async (client: PrometheusClient, _input, context) => {
    if (client.askManager === undefined) throw new SourceError('not_configured', { reason: 'not_requested' })
    const status = await client.askManager({ path: ['api', 'v2', 'status'], schema: managerStatus, context })
    const config = routingConfig.safeParse(readYaml(status.config.original))
    if (!config.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
    const routes = flattenRoutes(config.data.route)
    const value = {
      routes,
      receivers: config.data.receivers.map(toReceiver),
      inhibitions: config.data.inhibit_rules.length,
    }
    return toReading(client, value, { items: routes.length, context, told: [] })
  },
)
