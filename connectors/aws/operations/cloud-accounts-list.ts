import { SourceError } from '@vedette/proto/connector'
import { cloudAccountsList } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { type AccountRow, readAccounts } from '../organization.ts'
import { mapPaged, wholeList } from '../pages.ts'
import { serveList } from '../reading.ts'
import { holds, need, toTime, toWord } from '../values.ts'

const STATES = Object.freeze({
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  PENDING_CLOSURE: 'closing',
} as const)

type Universe = 'organisation' | 'visible'

// Accounts of the organisation. Where there is none, only the own account is visible.
export const serveAccountsList = serveList(cloudAccountsList, {
  where: 'global',
  async read(reader, { match }) {
    const { paged, universe } = await readUniverse(reader)
    return mapPaged(paged, (all) =>
      all
        .map((one) => toRow(reader, one, universe))
        .filter((row) => holds(row.name, match) || row.account.includes(match ?? '')),
    )
  },
  keyOf: (row) => [row.account],
  toValue: ({ rows, total, all }) => ({
    accounts: rows.map(({ universe: _, ...row }) => row),
    universe: all[0]?.universe ?? 'organisation',
    total,
  }),
})

async function readUniverse(reader: Reader) {
  try {
    return { paged: await readAccounts(reader), universe: 'organisation' as const }
  } catch (error) {
    const code = error instanceof SourceError ? error.carried.code : undefined
    if (code !== 'AWSOrganizationsNotInUseException') throw error
    const own: AccountRow = { Id: reader.account, Status: 'ACTIVE' }
    return { paged: wholeList([own]), universe: 'visible' as const }
  }
}

function toRow(reader: Reader, one: AccountRow, universe: Universe) {
  return {
    account: need(one.Id),
    name: one.Name ?? null,
    parent: null,
    state: toWord(STATES, one.Status),
    // Whether another instance reads it is not known here.
    readable: one.Id === reader.account ? true : null,
    labels: null,
    created_at: toTime(one.JoinedTimestamp),
    universe,
  }
}
