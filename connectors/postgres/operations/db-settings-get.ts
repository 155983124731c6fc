import { serve } from '@vedette/proto/connector'
import { dbSettingsGet } from '@vedette/proto/operations/db'
import type { Part } from '@vedette/proto/visibility'
import { z } from 'zod'
import type { PostgresClient } from '../client.ts'
import { toReading } from '../reading.ts'

const settingSchema = z.object({
  name: z.string(),
  value: z.string().nullable(),
  unit: z.string().nullable(),
  boot: z.string().nullable(),
  source: z.string().nullable(),
  restart_due: z.boolean(),
})

// Values of settings that are or may hold a secret do not leave the server.
const SECRET = `(name ~* 'passw|passphrase|secret|token|credential|conninfo|private|_key$|_keys$|krb|ldap|radius|_command$'
  or (name like '%.%' and split_part(name, '.', 1) not in ('pg_stat_statements', 'auto_explain', 'plpgsql', 'pgaudit',
      'cron', 'timescaledb', 'pg_wait_sampling', 'pg_cron', 'pglogical', 'citus', 'pg_hint_plan')))`
const SQL = `
select name, case when ${SECRET} then null when source = 'session' then reset_val
            when source = 'client' then null else setting end as value, unit,
       case when ${SECRET} then null else boot_val end as boot,
       case when source = 'session' then null when source = 'client' then 'this session' else source end as source,
       pending_restart as restart_due
  from pg_settings
 where case when cardinality($1::text[]) > 0 then lower(name) = any($1::text[])
            when $2::text is not null then true
            else source not in ('default', 'override', 'client')
             and case when source = 'session' then reset_val else setting end is distinct from boot_val end
   and ($2::text is null or strpos(lower(name), lower($2)) > 0)
 order by name`
const NAMES = `select name from pg_settings where ${SECRET} order by name`

// Settings that differ from their built-in default, or those asked for. What this session set for itself is told as it
// was before, or left out where that is not known.
export const settingsGet = serve<PostgresClient, typeof dbSettingsGet.input, typeof dbSettingsGet.output>(
  dbSettingsGet,
  async (client, { names, contains, limit }, context) =>
    client.read(context, async (session) => {
      const asked = [...new Set(names.map((one) => one.toLowerCase()))]
      const values = [asked, contains ?? null]
      const found = await session.rows({ name: 'settings', sql: SQL, values, schema: settingSchema })
      const nameSchema = z.object({ name: z.string() })
      const secrets = await session.rows({ name: 'withheld', sql: NAMES, schema: nameSchema })
      const isSecret = (name: string) => secrets.some((one) => one.name === name)
      const open = found.filter((one) => !isSecret(one.name))
      const settings = open.slice(0, limit).map(({ boot, ...one }) => ({ ...one, default: boot }))
      const sees = session.identity.sees_all_settings
      const unknown = asked.filter((name) => !found.some((one) => one.name.toLowerCase() === name))
      const withheld = found.filter((one) => isSecret(one.name)).map((one) => one.name)
      // A setting that is withheld is there all the same.
      const items = settings.length + withheld.length
      const value = {
        settings,
        withheld,
        total: sees || asked.length > 0 ? open.length : null,
      }
      return toReading(value, {
        ...{ client, context, session, items, proof: 'enumerated' },
        cutTo: open.length > settings.length ? open.length : undefined,
        doubt: items === 0 && unknown.length > 0 ? 'setting_unknown' : undefined,
        hidden:
          sees || (asked.length > 0 && unknown.length === 0)
            ? []
            : [{ what: { settings: 'restricted' }, missing: 'pg_read_all_settings' }],
        failed: items === 0 ? [] : unknown.map(toUnknown),
      })
    }),
)

function toUnknown(setting: string): Part {
  return { scope: { setting }, state: 'unproven', why: 'setting_unknown' }
}
