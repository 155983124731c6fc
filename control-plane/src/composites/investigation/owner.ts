import { oncallCurrentList, servicesCatalogGet } from '@vedette/proto/operations'
import { itemsOf } from '../read.ts'
import type { Reader } from '../reader.ts'

const MAX_PEOPLE = 3

// Who answers for a service: team and runbook as the catalogue has them, and who is on call now. Null where no source
// of it was read.
export async function readOwner(reader: Reader, service: string | null) {
  if (service === null) {
    for (const operation of [servicesCatalogGet, oncallCurrentList])
      reader.spare(operation, 'no service is named')
    return null
  }
  const [catalog, oncall] = await Promise.all([
    reader.read(servicesCatalogGet, { service }),
    reader.read(oncallCurrentList, { service, limit: 50 }),
  ])
  if (catalog.views.length === 0 && oncall.views.length === 0) return null
  const links = itemsOf(catalog, (value) => value.links)
  const people = itemsOf(oncall, (value) => value.on_call)
  return {
    team: catalog.views.map((view) => view.value.service.team).find((team) => team !== null) ?? null,
    oncall:
      oncall.views.length === 0
        ? null
        : people
            .toSorted((a, b) => (a.item.level ?? 0) - (b.item.level ?? 0))
            .slice(0, MAX_PEOPLE)
            .map(({ item, view }) => ({
              person: item.person?.name ?? item.person?.id ?? null,
              schedule: item.schedule,
              until: item.until,
              e: view.cite(),
            })),
    runbook: links.find(({ item }) => item.kind === 'runbook')?.item.url ?? null,
  }
}
