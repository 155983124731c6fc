import { cloudIamKeysList } from '@vedette/proto/operations'
import { readKeys, readServiceAccounts } from '../iam.ts'
import { mapSome } from '../lists.ts'
import { serveList } from '../reading.ts'
import { toMs, toTime } from '../values.ts'

const DAY_MS = 86_400_000

// Keys of service accounts, one question each. Keys of people cannot be listed by others, so that there are none older,
// or none at all, is never proved.
export const serveCloudIamKeysList = serveList(cloudIamKeysList, {
  isGlobal: true,
  async read(site, { older_than_days, principal, key }) {
    const accounts = await readServiceAccounts(site)
    const wanted = accounts.items.filter(
      (one) => principal === undefined || [one.uuid, one.name, one.email].includes(principal),
    )
    const lists = await mapSome(wanted, ({ uuid }) => readKeys(site, uuid))
    const now = site.context.clock.now()
    const rows = lists
      .flatMap(({ items }, index) =>
        items.map((one) => ({
          id: one.uuid,
          account: site.account,
          region: null,
          principal: wanted[index]?.email ?? wanted[index]?.name ?? null,
          kind: 'api_key' as const,
          active: toActive(one, now),
          created_at: toTime(one.start_validity),
          expires_at: toTime(one.end_validity),
          last_used_at: null,
          last_used_service: null,
        })),
      )
      .filter((one) => key === undefined || one.id === key)
      .filter((one) => {
        const age = now - (toMs(one.created_at) ?? 0)
        return older_than_days === undefined || age >= older_than_days * DAY_MS
      })
    return { rows, paged: [accounts, ...lists], unproven: 'keys_of_people_are_not_listed', isPartial: true }
  },
  keyOf: (row) => [row.id],
  toValue: ({ rows, total }) => ({ keys: rows, total }),
})

type Validity = Readonly<{
  start_validity?: string | null | undefined
  end_validity?: string | null | undefined
  revoked_at?: string | null | undefined
}>

// Revoked or ended is told; a key that tells nothing of its end is not known to have ended.
function toActive({ revoked_at, end_validity }: Validity, now: number): boolean | null {
  if (revoked_at != null && revoked_at !== '') return false
  const ends = toMs(end_validity)
  if (ends !== undefined) return ends > now
  return revoked_at === undefined ? null : true
}
