import { matchVisible, readSpan } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { cloudAuditEventsSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import { readList } from '../lists.ts'
import { type Site, serveList } from '../reading.ts'
import { text, toMs, toTime } from '../values.ts'

const row = z.looseObject({
  id: z.string(),
  source: text,
  type: z.string(),
  subject: text,
  time: text,
  authid: text,
  authtype: text,
  product: text,
  tenantid: text,
})
const ACTORS = Object.freeze({
  user: 'person',
  tenant: 'person',
  service_account: 'service_account',
} as const)
// Pages of 50 events, which come in an order that Magalu Cloud does not promise.
const MAX_PAGES = 20

// Events of the audit of each region, within a window. How a call ended is not told, and for how long events are kept
// neither, so none is never proved.
export const serveCloudAuditEventsSearch = serveList(cloudAuditEventsSearch, {
  async read(site, input) {
    const { from, to } = readSpan(input, site.context)
    const query = {
      ...(input.action === undefined ? {} : { type__like: input.action }),
      ...(input.service === undefined ? {} : { product__like: input.service }),
    }
    const path = ['audit', 'v0', 'events']
    const ask = {
      ...site,
      path,
      query,
      name: 'results',
      row,
      needs: 'evt:event-tr',
      paging: 'offset' as const,
    }
    const paged = await readList(site.client, { ...ask, maxPages: MAX_PAGES })
    if (paged.items.some((one) => one.tenantid != null && one.tenantid !== site.account))
      throw new SourceError('unusable', { why: 'scope_mismatch' })
    const rows = paged.items
      .map((one) => toEvent(site, one))
      .filter((one) => {
        const at = toMs(one.at)
        return (
          // One without a time may be of this window.
          (at === undefined || (at >= from && at <= to)) &&
          matchVisible(site.context, one.actor, input.actor) &&
          (input.resource === undefined ||
            one.resources.some(({ id }) => matchVisible(site.context, id, input.resource))) &&
          !input.failed_only
        )
      })
    const unproven = input.failed_only ? 'outcomes_are_not_told' : 'how_long_events_are_kept_is_not_told'
    return { rows, paged: [paged], unproven }
  },
  keyOf: (row) => [-(toMs(row.at) ?? 0), row.id],
  toValue: ({ rows, total }) => ({ events: rows, trails: ['audit'], total }),
})

function toEvent(site: Site, one: z.output<typeof row>) {
  const actor = one.authtype ?? ''
  return {
    id: one.id,
    at: toTime(one.time) ?? '',
    action: one.type,
    service: one.product ?? null,
    actor: one.authid ?? null,
    actor_kind: Object.hasOwn(ACTORS, actor) ? ACTORS[actor as keyof typeof ACTORS] : ('unknown' as const), // just checked
    account: site.account,
    region: site.region,
    resources: one.subject == null ? [] : [{ id: one.subject, type: null }],
    outcome: 'unknown' as const,
    error: null,
    source_address: null,
    user_agent: null,
    write: null,
    summary: null,
  }
}
