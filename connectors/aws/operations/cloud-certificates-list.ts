import { sideBySide } from '@vedette/connectors/kit'
import { cloudCertificatesList } from '@vedette/proto/operations'
import type { Output } from '../client.ts'
import type { Reader } from '../connect.ts'
import { nextOf } from '../iam.ts'
import { collect, joinPaged, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { lastOf, placeOf, texts, toTime, toWord } from '../values.ts'

const DAY_MS = 86_400_000
const STATES = Object.freeze({
  ISSUED: 'issued',
  PENDING_VALIDATION: 'pending',
  EXPIRED: 'expired',
  REVOKED: 'revoked',
  FAILED: 'failed',
  VALIDATION_TIMED_OUT: 'failed',
  INACTIVE: 'inactive',
} as const)
const RENEWALS = Object.freeze({
  PENDING_AUTO_RENEWAL: 'pending',
  PENDING_VALIDATION: 'pending',
  SUCCESS: 'automatic',
  FAILED: 'failed',
} as const)

// Certificates of ACM in every region, of every key type, and those that IAM still keeps, told with the first region.
export const serveCertificatesList = serveList(cloudCertificatesList, {
  async read(reader, input, session) {
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('acm', 'listCertificates', {
        MaxItems: 1000,
        Includes: { keyTypes: [...KEY_TYPES] },
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.CertificateSummaryList, next: said.NextToken }
    })
    const details = await sideBySide(paged.items, 6, (one) =>
      reader.call('acm', 'describeCertificate', { CertificateArn: one.CertificateArn }),
    )
    const own = mapPaged(paged, () =>
      details.flatMap((one) => (one.Certificate === undefined ? [] : [toRow(reader, one.Certificate)])),
    )
    const all =
      reader.region === session.regions[0] ? joinPaged(own, await readServer(session.global())) : own
    return mapPaged(all, (rows) =>
      rows.filter(
        (row) =>
          (input.domain === undefined || row.domains.some((one) => covers(one, input.domain ?? ''))) &&
          (input.expiring_within_days === undefined ||
            row.days_left === null ||
            row.days_left <= input.expiring_within_days),
      ),
    )
  },
  keyOf: (row) => [row.not_after ?? '9999', row.id],
  toValue: ({ rows, total }) => ({ certificates: [...rows], total }),
})

// Without these ACM lists only RSA keys of 1024 and 2048 bits.
const KEY_TYPES = [
  'RSA_1024',
  'RSA_2048',
  'RSA_3072',
  'RSA_4096',
  'EC_prime256v1',
  'EC_secp384r1',
  'EC_secp521r1',
] as const

type Certificate = NonNullable<Output<'acm', 'describeCertificate'>['Certificate']>

function toRow(reader: Reader, one: Certificate) {
  const end = one.NotAfter?.getTime()
  return {
    id: one.CertificateArn ?? '',
    name: one.DomainName ?? null,
    ...placeOf(reader),
    tags: null,
    domains: texts(one.SubjectAlternativeNames ?? [one.DomainName]),
    issuer: one.Issuer ?? null,
    state: toWord(STATES, one.Status),
    not_before: toTime(one.NotBefore),
    not_after: toTime(one.NotAfter),
    days_left: end === undefined ? null : Math.floor((end - reader.context.clock.now()) / DAY_MS),
    managed: one.Type === undefined ? null : one.Type !== 'IMPORTED',
    renewal: one.Type === 'IMPORTED' ? ('manual' as const) : toRenewal(one),
    used_by: one.InUseBy === undefined ? null : texts(one.InUseBy),
    key_algorithm: one.KeyAlgorithm ?? null,
  }
}

function toRenewal(one: Certificate): 'automatic' | 'manual' | 'failed' | 'pending' | 'unknown' {
  const status = one.RenewalSummary?.RenewalStatus
  if (status !== undefined) return toWord(RENEWALS, status)
  return one.RenewalEligibility === 'ELIGIBLE' ? 'automatic' : 'unknown'
}

async function readServer(reader: Reader) {
  const paged = await collect(async (Marker) => {
    const said = await reader.call('iam', 'listServerCertificates', Marker === undefined ? {} : { Marker })
    return { items: said.ServerCertificateMetadataList, next: nextOf(said) }
  })
  return mapPaged(paged, (all) =>
    all.map((one) => {
      const end = one.Expiration?.getTime()
      const now = reader.context.clock.now()
      return {
        id: one.Arn ?? '',
        name: one.ServerCertificateName ?? lastOf(one.Arn ?? ''),
        ...placeOf(reader),
        tags: null,
        domains: [],
        issuer: null,
        state: end !== undefined && end < now ? ('expired' as const) : ('issued' as const),
        not_before: null,
        not_after: toTime(one.Expiration),
        days_left: end === undefined ? null : Math.floor((end - now) / DAY_MS),
        managed: false,
        renewal: 'manual' as const,
        used_by: null,
        key_algorithm: null,
      }
    }),
  )
}

// Whether a name of a certificate, perhaps with a star, covers a host.
function covers(name: string, host: string): boolean {
  const own = name.toLowerCase()
  const wanted = host.toLowerCase()
  if (own === wanted) return true
  return own.startsWith('*.') && wanted.slice(wanted.indexOf('.')) === own.slice(1)
}
