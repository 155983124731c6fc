import { cloudQuotasList } from '@vedette/proto/operations'
import { z } from 'zod'
import { askAs, collect, mapRows } from '../answers.ts'
import { createNotes, serveList } from '../reading.ts'
import { number, placeOf } from '../values.ts'

const SERVICE = 'compute.googleapis.com'
const quota = z.object({ metric: z.string(), limit: number, usage: number })
const region = z.object({ name: z.string(), quotas: z.array(quota).default([]) })
const project = z.object({ kind: z.literal('compute#project'), quotas: z.array(quota).default([]) })

// Quotas of Compute Engine, of the project and of each region, with their use. Quotas of other services are not read,
// so none is not proved.
export const serveQuotasList = serveList(cloudQuotasList, {
  async read(reader, { service, near_limit_percent }) {
    const notes = createNotes(reader)
    const path = ['projects', reader.project.id]
    const list = await collect(reader, {
      service: 'compute',
      path: [...path, 'regions'],
      field: 'items',
      kind: 'compute#regionList',
      row: region,
      size: ['maxResults', 500],
      needs: 'compute.regions.list',
    })
    const own = await notes.seek(
      askAs(reader, { service: 'compute', path, row: project, needs: 'compute.projects.get' }),
    )
    const rows = mapRows(list, (all) =>
      [{ name: null, quotas: own?.quotas ?? [] }, ...all]
        .flatMap(({ name, quotas }) =>
          quotas.map((one) => ({
            id: name === null ? one.metric : `${name}/${one.metric}`,
            name: one.metric,
            ...placeOf(reader, name),
            service: SERVICE,
            limit: one.limit,
            unit: null,
            used: one.usage,
            used_percent: one.limit > 0 ? (one.usage / one.limit) * 100 : null,
            adjustable: null,
          })),
        )
        .filter(
          (row) =>
            (service === undefined || service === SERVICE) &&
            (near_limit_percent === undefined ||
              row.used_percent === null ||
              row.used_percent >= near_limit_percent),
        ),
    )
    return { ...rows, gaps: [...rows.gaps, ...notes.parts()], unproven: 'quotas_of_other_services_not_read' }
  },
  keyOf: (row) => [-(row.used_percent ?? 0), row.id],
  toValue: ({ rows, total }) => ({ quotas: [...rows], total }),
})
