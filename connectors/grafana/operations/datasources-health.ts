import { checkSegment, tellReading } from '@vedette/connectors/kit'
import { SourceError, serve } from '@vedette/proto/connector'
import { datasourcesHealth } from '@vedette/proto/operations'
import { datasourceAnswer, healthAnswer } from '../answers.ts'
import { askOne, type GrafanaClient } from '../client.ts'
import { NOT_FOUND, UNHEALTHY } from '../errors.ts'

// A data source's own health check. A plugin without one is `unknown`, which is not healthy.
export const serveDatasourcesHealth = serve(
  datasourcesHealth,
  async (client: GrafanaClient, input, context) => {
    const uid = checkSegment('name', input.uid, 'uid')
    const source = await askOne('uid', () =>
      client.ask({
        path: ['datasources', 'uid', uid],
        schema: datasourceAnswer,
        needs: 'datasources:read',
        context,
      }),
    )
    const started = context.clock.monotonic()
    const checked = await client
      .ask({
        path: ['datasources', 'uid', uid, 'health'],
        schema: healthAnswer,
        needs: 'datasources:query',
        context,
      })
      .then(({ status, message }) => ({
        state: status.toUpperCase() === 'OK' ? ('ok' as const) : ('error' as const),
        message: message ?? null,
      }))
      .catch((error: unknown) => {
        if (!(error instanceof SourceError)) throw error
        if (error.carried.code === UNHEALTHY) return { state: 'error' as const, message: null }
        if (error.carried.code === NOT_FOUND) return { state: 'unknown' as const, message: null }
        throw error
      })
    const took_ms = Math.round(context.clock.monotonic() - started)
    return tellReading(
      { uid, name: source.name, type: source.type, ...checked, version: null, took_ms },
      {
        ...{ context, scope: await client.identify(context), items: 1 },
        doubt: checked.state === 'unknown' ? 'no_health_check' : undefined,
      },
    )
  },
)
