import { SourceError } from '@vedette/proto/connector'
import { cloudIamKeysList } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import { readKeys, readServiceAccounts } from '../iam.ts'
import { serveList } from '../reading.ts'
import { holds, lastOf, placeOf } from '../values.ts'

const DAY_MS = 86_400_000

// Keys that people made for service accounts: names and dates, never material. An account whose keys could not be read
// is a gap.
export const serveIamKeysList = serveList(cloudIamKeysList, {
  async read(reader, { older_than_days, principal, key }) {
    const accounts = await readServiceAccounts(reader)
    const gaps: Part[] = [...accounts.gaps]
    const now = reader.context.clock.now()
    const items = []
    for (const one of accounts.paged.items.filter((it) => holds(it.email, principal))) {
      try {
        for (const it of await readKeys(reader, one.email))
          items.push({
            id: lastOf(it.name),
            ...placeOf(reader, null),
            principal: one.email,
            kind: 'service_account_key' as const,
            active:
              it.disabled !== true && (it.validBeforeTime === null || Date.parse(it.validBeforeTime) > now),
            created_at: it.validAfterTime,
            expires_at: it.validBeforeTime?.startsWith('9999') === true ? null : it.validBeforeTime,
            last_used_at: null,
            last_used_service: null,
          })
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        gaps.push({
          scope: { ...reader.scope, service_account: one.email },
          state: error.state,
          ...error.carried,
        })
      }
    }
    const isOld = (at: string | null) =>
      older_than_days === undefined || at === null || Date.parse(at) <= now - older_than_days * DAY_MS
    const asked = items.filter((row) => isOld(row.created_at) && (key === undefined || row.id === key))
    return { paged: { ...accounts.paged, items: asked }, gaps }
  },
  keyOf: (row) => [row.created_at ?? '', row.id],
  toValue: ({ rows, total }) => ({ keys: [...rows], total }),
})
