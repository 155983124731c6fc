import type { Paged } from '@vedette/connectors/kit'
import type { Output } from './client.ts'
import type { Reader } from './connect.ts'
import { collect } from './pages.ts'

export type AccountRow = NonNullable<Output<'organizations', 'listAccounts'>['Accounts']>[number]

// Every account of the organisation, to the end of the list.
export function readAccounts(reader: Reader): Promise<Paged<AccountRow>> {
  return collect(async (NextToken) => {
    const said = await reader.call(
      'organizations',
      'listAccounts',
      NextToken === undefined ? {} : { NextToken },
    )
    return { items: said.Accounts, next: said.NextToken }
  })
}
