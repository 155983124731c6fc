import { cloudIdentityGet } from '@vedette/proto/operations'
import { createNotes } from '../pages.ts'
import { serveFind } from '../reading.ts'
import { need, toTime } from '../values.ts'

// Whom STS takes the credential for. A fresh question, not the proof that opened the session.
export const serveIdentityGet = serveFind(cloudIdentityGet, {
  where: 'global',
  field: 'account',
  async find(reader, _input, session) {
    const notes = createNotes(reader)
    const said = await reader.call('sts', 'getCallerIdentity', {})
    const aliases = await notes.seek(reader.call('iam', 'listAccountAliases', {}))
    const organisation = await notes.seek(reader.call('organizations', 'describeOrganization', {}))
    const value = {
      account: need(said.Account),
      account_name: aliases?.AccountAliases?.[0] ?? null,
      organisation: organisation?.Organization?.Id ?? null,
      principal: said.Arn ?? null,
      kind: toKind(said.Arn ?? ''),
      regions: [...session.regions],
      expires_at: session.expiresAt === undefined ? null : toTime(new Date(session.expiresAt)),
    }
    return { value, notes: notes.parts() }
  },
})

function toKind(arn: string): 'user' | 'role' | 'unknown' {
  if (arn.includes(':assumed-role/')) return 'role'
  return /:user\/|:root$/.test(arn) ? 'user' : 'unknown'
}
