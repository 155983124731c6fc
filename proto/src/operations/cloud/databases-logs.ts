import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, wanted, whether } from '../fields.ts'
import { freeText, maybe } from '../values.ts'

// The end of a database's own log.
export const cloudDatabasesLogs = defineOperation({
  id: 'cloud.databases.logs',
  title: 'Log files of a managed database',
  describe: 'Gives the end of one log file of a managed database, or lists its files; redacted.',
  when: ['rds log file', 'postgres error log', 'slow query log', 'mysql error log'],
  contract: 1,
  input: z.strictObject({
    id: wanted('Database id or name, as cloud_databases_list gives it'),
    file: filter('Log file (default: the one written last)'),
    match: filter('Only lines that contain this text'),
    tail: z.int().min(1).max(2000).default(200).describe('Lines from the end (default 200)'),
    list: whether('List the files instead of reading one'),
  }),
  output: z.object({
    database: z.string(),
    file: maybe.text,
    files: z
      .array(z.object({ name: z.string(), size_bytes: maybe.number, written_at: maybe.time }))
      .nullable(),
    lines: z.array(z.object({ at: maybe.time, text: freeText })),
  }),
  scope: 'account',
  tier: 'read',
  freshness: 15,
  permissions: {
    aws: ['rds:DescribeDBLogFiles', 'rds:DownloadDBLogFilePortion'],
    gcp: ['logging.logEntries.list', 'cloudsql.instances.get'],
  },
  proof:
    'the database and file exist and the end of the file was read; a text that is not found was looked for only in those lines',
  sensitive: true,
  since: '0.1.0',
})
