import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Tables and columns, never rows.
export const dbSchemaDescribe = defineOperation({
  id: 'db.schema.describe',
  title: 'Schema of a database',
  describe: 'Describes tables of a schema with columns, types, keys and indexes; no row is read.',
  when: ['columns of a table', 'table definition', 'data model', 'foreign keys', 'schema'],
  contract: 1,
  input: z.strictObject({
    schema: wanted('Schema or database'),
    table: filter('Only this table or collection'),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({
    schema: z.string(),
    tables: z.array(
      z.object({
        table: z.string(),
        kind: z.enum(['table', 'view', 'materialized_view', 'partition', 'collection', 'foreign', 'unknown']),
        comment: maybe.freeText,
        columns: z.array(
          z.object({ name: z.string(), type: z.string(), nullable: maybe.flag, default: maybe.sqlText }),
        ),
        primary_key: maybe.texts,
        foreign_keys: z.array(z.object({ columns: z.array(z.string()), references: z.string() })).nullable(),
        indexes: z
          .array(z.object({ name: z.string(), columns: z.array(z.string()), unique: maybe.flag }))
          .nullable(),
      }),
    ),
    // Where the engine has no schema: documents that were looked at for the names of fields, not their values.
    documents_sampled: maybe.number,
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 300,
  permissions: {
    postgres: ['USAGE on the schema'],
    mysql: ['SELECT on information_schema'],
    mongodb: ['listCollections', 'collStats', 'listIndexes'],
  },
  proof:
    'the schema exists and the role sees its tables; those it has no right on are not listed by some engines',
  since: '0.1.0',
})
