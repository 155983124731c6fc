import { serve } from '@vedette/proto/connector'
import { servicesCatalogGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { PagerdutyClient } from '../client.ts'
import { askPart, notFound, toReading } from '../reading.ts'
import { readServices, toRow } from '../services.ts'
import { nameOf } from '../values.ts'

const end = z.looseObject({ id: z.string() })
const schema = z.looseObject({
  relationships: z.array(z.looseObject({ supporting_service: end, dependent_service: end })),
})

// One service by name or id, with its policy, integrations and dependencies.
export const serveServicesCatalogGet = serve(
  servicesCatalogGet,
  async (client: PagerdutyClient, input, context) => {
    const paged = await readServices(client, context)
    const found = paged.items.find(({ id, name }) => id === input.service || name === input.service)
    if (found === undefined) {
      if (paged.stop === 'failed') throw paged.error
      throw notFound('service')
    }
    const { value, failed } = await askPart(() =>
      client.ask({
        path: ['service_dependencies', 'technical_services', found.id],
        schema,
        context,
        needs: 'services.read',
      }),
    )
    const names = new Map(paged.items.map(({ id, name }) => [id, name]))
    const nameById = (id: string) => names.get(id) ?? id
    const edges = value?.relationships
    const answer = {
      service: toRow(found),
      contacts: [],
      links: [],
      escalation_policy: found.escalation_policy == null ? null : nameOf(found.escalation_policy),
      depends_on: edges
        ?.filter((one) => one.dependent_service.id === found.id)
        .map((one) => nameById(one.supporting_service.id)),
      used_by: edges
        ?.filter((one) => one.supporting_service.id === found.id)
        .map((one) => nameById(one.dependent_service.id)),
      integrations: found.integrations == null ? null : found.integrations.map(nameOf),
    }
    const { depends_on = null, used_by = null } = answer
    return toReading({ ...answer, depends_on, used_by }, { client, context, items: 1, failed })
  },
)
