import { cloudCertificatesList } from '@vedette/proto/operations'
import { z } from 'zod'
import { aggregate, collect, joinLists, mapRows } from '../answers.ts'
import { createNotes, serveList } from '../reading.ts'
import {
  elementAfter,
  labels,
  lastOf,
  maybeText,
  maybeTime,
  placeOf,
  regionOf,
  texts,
  toWord,
} from '../values.ts'

const DAY_MS = 86_400_000
const STATES = Object.freeze({
  ACTIVE: 'issued',
  PROVISIONING: 'pending',
  RENEWAL_FAILED: 'issued',
  PROVISIONING_FAILED: 'failed',
  PROVISIONING_FAILED_PERMANENTLY: 'failed',
  FAILED: 'failed',
} as const)

const classic = z.object({
  id: z.string(),
  name: z.string(),
  type: maybeText,
  region: maybeText,
  expireTime: maybeTime,
  creationTimestamp: maybeTime,
  subjectAlternativeNames: texts,
  managed: z.object({ domains: texts, status: maybeText }).optional(),
})
const modern = z.object({
  name: z.string(),
  labels,
  expireTime: maybeTime,
  sanDnsnames: texts,
  managed: z.object({ domains: texts, state: maybeText }).optional(),
})

type Told = Readonly<{
  id: string
  name: string
  region: string | null
  tags: Record<string, string> | null
  domains: string[]
  state: string | null
  managed: boolean
  not_after: string | null
}>

// Certificates of load balancers and of Certificate Manager. The second is read beside the first and may fail alone.
export const serveCertificatesList = serveList(cloudCertificatesList, {
  async read(reader, { expiring_within_days, domain }) {
    const notes = createNotes(reader)
    const needs = 'compute.sslCertificates.list'
    const old = await aggregate(reader, {
      resource: 'sslCertificates',
      field: 'sslCertificates',
      row: classic,
      needs,
    })
    const more = await notes.seek(
      collect(reader, {
        service: 'certificates',
        path: ['projects', reader.project.id, 'locations', '-', 'certificates'],
        field: 'certificates',
        row: modern,
        size: ['pageSize', 500],
        needs: 'certificatemanager.certs.list',
      }),
    )
    const own = mapRows(old, (all) =>
      all.map((one): Told => {
        const named =
          one.subjectAlternativeNames.length > 0 ? one.subjectAlternativeNames : one.managed?.domains
        const where = { region: regionOf(one.region), tags: null, domains: named ?? [] }
        const state = one.managed?.status ?? null
        return {
          id: one.id,
          name: one.name,
          ...where,
          state,
          managed: one.type === 'MANAGED',
          not_after: one.expireTime,
        }
      }),
    )
    const theirs = mapRows(more ?? { paged: { items: [], stop: 'end' }, gaps: [] }, (all) =>
      all.map((one): Told => {
        const named = one.sanDnsnames.length > 0 ? one.sanDnsnames : one.managed?.domains
        const where = {
          region: regionOf(elementAfter(one.name, 'locations')),
          tags: one.labels,
          domains: named ?? [],
        }
        const state = one.managed?.state ?? null
        const managed = one.managed !== undefined
        return { id: one.name, name: lastOf(one.name), ...where, state, managed, not_after: one.expireTime }
      }),
    )
    const now = reader.context.clock.now()
    const until = expiring_within_days === undefined ? null : now + expiring_within_days * DAY_MS
    const rows = mapRows(joinLists(own, theirs), (all) =>
      all
        .filter((one) => covers(one.domains, domain) && (until === null || endOf(one) <= until))
        .map((one) => {
          const end = one.not_after === null ? null : Date.parse(one.not_after)
          const said = one.managed ? toWord(STATES, one.state) : ('issued' as const)
          const isLate = one.state === 'RENEWAL_FAILED'
          return {
            id: one.id,
            name: one.name,
            ...placeOf(reader, one.region),
            tags: one.tags,
            domains: one.domains,
            issuer: null,
            state: end !== null && end < now ? ('expired' as const) : said,
            not_before: null,
            not_after: one.not_after,
            days_left: end === null ? null : Math.floor((end - now) / DAY_MS),
            managed: one.managed,
            renewal: isLate
              ? ('failed' as const)
              : one.managed
                ? ('automatic' as const)
                : ('manual' as const),
            used_by: null,
            key_algorithm: null,
          }
        }),
    )
    const lacking = notes.parts()
    return { ...rows, gaps: [...rows.gaps, ...lacking] }
  },
  keyOf: (row) => [row.not_after ?? '9999', row.id],
  toValue: ({ rows, total }) => ({ certificates: [...rows], total }),
})

// An end that is not told may be near.
function endOf(one: Told): number {
  return one.not_after === null ? Number.NEGATIVE_INFINITY : Date.parse(one.not_after)
}

function covers(domains: readonly string[], wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const parent = `*.${wanted.split('.').slice(1).join('.')}`
  return domains.some((one) => one === wanted || one === parent)
}
