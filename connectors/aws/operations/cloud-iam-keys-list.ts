import { sideBySide } from '@vedette/connectors/kit'
import { cloudIamKeysList } from '@vedette/proto/operations'
import { orAbsent } from '../errors.ts'
import { readKeys, readUsers } from '../iam.ts'
import { createNotes, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { placeOf, toTime } from '../values.ts'

const DAY_MS = 86_400_000

// Access keys of every user, with when each was last used where that may be read.
export const serveIamKeysList = serveList(cloudIamKeysList, {
  where: 'global',
  async read(reader, input) {
    const notes = createNotes(reader)
    const users = await readUsers(reader)
    const names = users.items.flatMap((one) => one.UserName ?? [])
    const wanted = names.filter((name) => input.principal === undefined || name === input.principal)
    const keys = (await sideBySide(wanted, 6, (name) => orAbsent(readKeys(reader, name), []))).flat()
    const now = reader.context.clock.now()
    const old = keys.filter(
      (key) =>
        (input.key === undefined || key.AccessKeyId === input.key) &&
        (input.older_than_days === undefined ||
          key.CreateDate === undefined ||
          now - key.CreateDate.getTime() >= input.older_than_days * DAY_MS),
    )
    const rows = await sideBySide(old, 6, async (key) => {
      const AccessKeyId = key.AccessKeyId ?? ''
      const used = await notes.seek(reader.call('iam', 'getAccessKeyLastUsed', { AccessKeyId }))
      return {
        id: AccessKeyId,
        ...placeOf(reader),
        principal: key.UserName ?? null,
        kind: 'access_key' as const,
        active: key.Status === undefined ? null : key.Status === 'Active',
        created_at: toTime(key.CreateDate),
        expires_at: null,
        last_used_at: toTime(used?.AccessKeyLastUsed?.LastUsedDate),
        last_used_service: toService(used?.AccessKeyLastUsed?.ServiceName),
      }
    })
    return { paged: mapPaged(users, () => rows), notes: notes.parts() }
  },
  keyOf: (row) => [row.principal ?? '', row.id],
  toValue: ({ rows, total }) => ({ keys: [...rows], total }),
})

function toService(name: string | undefined): string | null {
  return name === undefined || name === 'N/A' ? null : name
}
