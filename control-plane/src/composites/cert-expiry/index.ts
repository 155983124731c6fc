import {
  cloudCdnsList,
  cloudCertificatesList,
  k8sCertificatesList,
  k8sIngressesList,
} from '@vedette/proto/operations'
import { z } from 'zod'
import { type AskedFor, defineComposite, type Findings } from '../define-composite.ts'
import { boundOf, itemsOf, placeOf, type Read } from '../read.ts'
import type { Reader } from '../reader.ts'

const SCALE = ['ok', 'expiring', 'expired'] as const
const MAX_ROWS = { brief: 40, full: 200 } as const

const INPUT = z.strictObject({
  within_days: z.int().min(0).max(3650).default(30).describe('Certificates that end within so many days'),
})

type Row = Readonly<{
  where: string
  kind: 'kubernetes' | 'cloud'
  name: string
  domains: readonly string[]
  days_left: number | null
  ends: string | null
  issuer: string | null
  renewal: string | null
  problem: string | null
  used_by: readonly string[] | null
  e: string
}>

// Certificates by days left, over clusters and clouds.
export const certExpiry = defineComposite({
  id: 'cert_expiry',
  title: 'Certificates that end soon',
  describe:
    'Lists certificates of clusters and clouds that have ended, end within some days or were never issued, soonest first, with issuer, renewal and what uses them.',
  when: ['certificate expiry', 'tls certificate expires', 'expired certificate'],
  needs: {
    input: ['cloud.certificates.list', 'k8s.certificates.list'],
    input_any: true,
    grading: ['cloud.certificates.list', 'k8s.certificates.list'],
    enriching: ['cloud.cdns.list', 'k8s.ingresses.list'],
  },
  input: INPUT,
  routes: ['cluster', 'account', 'region'],
  run,
})

async function run(reader: Reader, { input, detail }: AskedFor<z.output<typeof INPUT>>): Promise<Findings> {
  const expiring_within_days = input.within_days
  reader.follow()
  const [clusters, clouds, ingresses, cdns] = await Promise.all([
    reader.read(k8sCertificatesList, { expiring_within_days, limit: 2000 }),
    reader.read(cloudCertificatesList, { expiring_within_days, limit: 1000 }),
    reader.read(k8sIngressesList, { limit: 5000 }),
    reader.read(cloudCdnsList, { limit: 500 }),
  ])
  const rows = [...fromClusters(clusters, ingresses), ...fromClouds(clouds, cdns)].toSorted(
    (a, b) => (a.days_left ?? -1) - (b.days_left ?? -1) || (a.name < b.name ? -1 : 1),
  )
  return {
    scale: SCALE,
    findings: rows.map((row) => ({
      grade: row.days_left !== null && row.days_left < 0 ? 'expired' : 'expiring',
    })),
    body: {
      certificates: rows.slice(0, MAX_ROWS[detail]),
      total: boundOf(rows.length, [clusters, clouds]),
      expired: boundOf(rows.filter((row) => (row.days_left ?? 0) < 0).length, [clusters, clouds]),
      soonest_days: rows.find((row) => row.days_left !== null)?.days_left ?? null,
      // What is not among certificates that are managed: a secret that somebody filled by hand is not seen.
      seen: 'certificates of cert-manager and of the clouds; TLS secrets made by hand are not read',
    },
  }
}

type Of<O extends Readonly<{ output: z.ZodObject }>> = Read<z.output<O['output']>>

function fromClusters(
  read: Of<typeof k8sCertificatesList>,
  ingresses: Of<typeof k8sIngressesList>,
): readonly Row[] {
  const uses = itemsOf(ingresses, (value) => value.ingresses)
  return itemsOf(read, (value) => value.certificates).map(({ item, view }): Row => {
    const used = uses.filter(
      (one) =>
        placeOf(one.view) === placeOf(view) &&
        one.item.namespace === item.namespace &&
        one.item.tls.some((text) => text.split(':')[0] === item.secret),
    )
    return {
      where: placeOf(view),
      kind: 'kubernetes',
      name: `${item.namespace}/${item.name}`,
      domains: item.names.slice(0, 5),
      days_left: item.days_left === null ? null : Math.floor(item.days_left),
      ends: item.expires_at,
      issuer: item.issuer,
      renewal: item.renews_at === null ? null : `planned ${item.renews_at}`,
      problem: item.ready === true ? null : (item.reason ?? 'not ready'),
      used_by:
        ingresses.isWhole || used.length > 0
          ? used.map(({ item: one }) => `ingress ${one.name}`).slice(0, 3)
          : null,
      e: view.cite(),
    }
  })
}

function fromClouds(read: Of<typeof cloudCertificatesList>, cdns: Of<typeof cloudCdnsList>): readonly Row[] {
  const fronts = itemsOf(cdns, (value) => value.cdns)
  return itemsOf(read, (value) => value.certificates).map(({ item, view }): Row => {
    const used = fronts.filter((one) => one.item.certificate === item.id).map((one) => `cdn ${one.item.id}`)
    return {
      where: [item.account, item.region].filter((part) => part !== null).join('/'),
      kind: 'cloud',
      name: item.name ?? item.id,
      domains: item.domains.slice(0, 5),
      days_left: item.days_left === null ? null : Math.floor(item.days_left),
      ends: item.not_after,
      issuer: item.issuer,
      renewal: item.renewal,
      problem: item.state === 'issued' ? null : item.state,
      used_by:
        item.used_by === null && used.length === 0 ? null : [...(item.used_by ?? []), ...used].slice(0, 3),
      e: view.cite(),
    }
  })
}
