import type { Kysely } from 'kysely'
import { StoreError } from './error.ts'
import type { Schema } from './schema.ts'
import type { Store } from './types.ts'

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

// The organisations; `create` throws StoreError `name_invalid` or `exists`.
export function createOrganisations(db: Kysely<Schema>, now: () => number): Store['organisations'] {
  return {
    async create(name) {
      if (!NAME.test(name))
        throw new StoreError('name_invalid', {
          field: 'name',
          message: 'an organisation is named by 1 to 40 lower-case letters, digits and inner hyphens',
          fix: 'choose a name such as acme or team-eu',
        })
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('organisations')
        .values({ name, created_at: now() })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirstOrThrow()
      if (!numInsertedOrUpdatedRows)
        throw new StoreError('exists', {
          field: 'name',
          message: `the organisation ${name} exists already`,
          fix: 'choose another name',
        })
    },
    async list() {
      const rows = await db.selectFrom('organisations').select('name').orderBy('name').execute()
      return rows.map((row) => row.name)
    },
  }
}
