import type { HttpFailure, StatusTable } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

// Codes of what Grafana does not have, of what it refuses, and of a data source that fails its own check.
export const NOT_FOUND = 'not_found'
export const REFUSED = 'refused'
export const UNHEALTHY = 'unhealthy'

const health = z.object({ status: z.string() })

// A failing health check is 400 with a body of its own; every other 400 is a refusal.
export const GRAFANA_ERRORS: StatusTable = Object.freeze({
  400: ({ status, json }: HttpFailure) => {
    const isHealth = health.safeParse(json).data?.status === 'ERROR'
    return new SourceError('unusable', {
      ...{ why: 'unexpected_kind', status },
      code: isHealth ? UNHEALTHY : REFUSED,
    })
  },
  404: ({ status }: HttpFailure) =>
    new SourceError('unusable', { why: 'unexpected_kind', status, code: NOT_FOUND }),
})
