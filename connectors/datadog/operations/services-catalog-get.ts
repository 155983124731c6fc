import { serve } from '@vedette/proto/connector'
import { servicesCatalogGet } from '@vedette/proto/operations'
import { readServices, toRow } from '../catalog.ts'
import type { DatadogClient } from '../client.ts'
import { cutOf } from '../pages.ts'
import { notFound, toFailed, toReading } from '../reading.ts'
import { dig, digText } from '../values.ts'

const KINDS = Object.freeze({
  runbook: 'runbook',
  repo: 'repository',
  dashboard: 'dashboard',
  doc: 'documentation',
  chat: 'chat',
} as const)

// One service by name or id, with contacts, links and declared dependencies.
export const serveServicesCatalogGet = serve(
  servicesCatalogGet,
  async (client: DatadogClient, input, context) => {
    const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(input.service)
    const { services, paged } = await readServices(client, context, isId ? undefined : input.service)
    const found = services.find(({ id, attributes }) =>
      isId ? id === input.service : attributes.name === input.service,
    )
    if (found === undefined) {
      if (paged.stop === 'failed') throw paged.error
      throw notFound('service')
    }
    const { schema } = found
    const value = {
      service: toRow(client, found),
      contacts: toList(dig(schema, 'metadata', 'contacts')).map((one) => ({
        kind: digText(one, 'type') ?? 'unknown',
        value: digText(one, 'contact'),
      })),
      links: toList(dig(schema, 'metadata', 'links')).flatMap((one) => {
        const url = digText(one, 'url')
        const type = digText(one, 'type') ?? ''
        const kind = Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : ('other' as const) // just checked
        return url === null ? [] : [{ kind, title: digText(one, 'name'), url }]
      }),
      escalation_policy: null,
      depends_on: schema === undefined ? null : toTexts(dig(schema, 'spec', 'dependsOn')),
      used_by: null,
      integrations: null,
    }
    return toReading(value, {
      client,
      context,
      items: 1,
      cut: cutOf(paged),
      failed: toFailed(paged),
    })
  },
)

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function toTexts(value: unknown): string[] {
  return toList(value).flatMap((one) => (typeof one === 'string' ? [one.replace(/^service:/, '')] : []))
}
