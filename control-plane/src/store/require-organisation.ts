import type { Kysely } from 'kysely'
import { StoreError } from './error.ts'
import type { Schema } from './schema.ts'

// Throws StoreError `organisation_unknown` unless the organisation exists.
export async function requireOrganisation(db: Kysely<Schema>, name: string): Promise<void> {
  const row = await db.selectFrom('organisations').select('name').where('name', '=', name).executeTakeFirst()
  if (row !== undefined) return
  throw new StoreError('organisation_unknown', {
    field: 'organisation',
    message: 'there is no organisation of this name',
    fix: 'add it first with `vedette org add NAME`',
  })
}
