import { k8sCertificatesList } from '@vedette/proto/operations'
import { nameAt, textAt, textsAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { findCondition, toCreatedAt, toName, toTruth } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

const DAY_MS = 86_400_000

// cert-manager certificates, soonest expiry first; one that was never issued comes before all.
export const serveCertificatesList = serveList(k8sCertificatesList, {
  resource: RESOURCES.certificates,
  toRow: (object, now) => {
    const ready = findCondition(object, 'Ready')
    const expires = textAt(object, 'status.notAfter')
    const left = expires === null ? Number.NaN : (Date.parse(expires) - now) / DAY_MS
    return {
      ...toName(object),
      ready: toTruth(ready),
      reason: ready?.reason ?? null,
      message: ready?.message ?? null,
      expires_at: expires,
      days_left: Number.isNaN(left) ? null : Math.floor(left * 10) / 10,
      renews_at: textAt(object, 'status.renewalTime'),
      names: [...new Set([textAt(object, 'spec.commonName'), ...textsAt(object, 'spec.dnsNames')])].filter(
        (one) => one !== null,
      ),
      issuer: toIssuer(textAt(object, 'spec.issuerRef.kind'), textAt(object, 'spec.issuerRef.name')),
      secret: nameAt(object, 'spec.secretName'),
      created_at: toCreatedAt(object),
    }
  },
  keep: (row, input) =>
    input.expiring_within_days === undefined ||
    row.days_left === null ||
    row.days_left <= input.expiring_within_days,
  keyOf: (row) => [row.days_left ?? -1e9, row.namespace, row.name],
  toValue: (certificates) => ({ certificates }),
})

function toIssuer(kind: string | null, name: string | null): string | null {
  return name === null ? null : `${kind ?? 'Issuer'}/${name}`
}
