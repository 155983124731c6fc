import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AUDIT_KINDS, type AuditReader } from '../audit/index.ts'
import type { Principal } from '../store/types.ts'
import type { AuditPage, AuditVerdict } from './api-types.ts'
import { fault } from './errors.ts'

const word = z.string().min(1).max(256)
const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
const query = z.strictObject({
  kind: z.enum(AUDIT_KINDS).optional(),
  principal: word.optional(),
  action: word.optional(),
  agent: word.optional(),
  call: word.optional(),
  from: instant.optional(),
  to: instant.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})

// Mounts the audit of the caller's organisation. Tokens that are narrowed to families or tiers may not read it: its
// rows tell of what others asked.
export function mountAudit(
  app: FastifyInstance,
  { audit, principalOf }: Readonly<{ audit: AuditReader; principalOf(request: FastifyRequest): Principal }>,
): void {
  const verifying = new Map<string, Promise<AuditVerdict>>()
  const organisationOf = (request: FastifyRequest): string => {
    const principal = principalOf(request)
    requireWholeView(principal)
    return principal.organisation
  }
  app.get('/api/v1/audit', async (request): Promise<AuditPage> => {
    const organisation = organisationOf(request)
    const parsed = query.safeParse(request.query)
    if (parsed.success) {
      const given = Object.entries(parsed.data).filter(([, value]) => value !== undefined)
      // The parsed filter without what was not asked for.
      const { rows, unreadable } = await audit.list(organisation, {
        limit: parsed.data.limit,
        ...Object.fromEntries(given),
      })
      return {
        rows,
        unreadable,
        limit: parsed.data.limit,
        may_be_more: rows.length + unreadable >= parsed.data.limit,
      }
    }
    const [issue] = parsed.error.issues
    const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
    throw fault(400, {
      code: 'invalid_argument',
      field: String(field ?? 'query').slice(0, 100),
      message: 'the filter is not valid',
      fix: 'use kind, principal, action, agent, call, from and to (RFC 3339), limit (1 to 1000)',
    })
  })
  app.get('/api/v1/audit/verify', (request): Promise<AuditVerdict> => {
    const organisation = organisationOf(request)
    // It reads every row: those who ask at the same time share one reading.
    const running = verifying.get(organisation)
    if (running !== undefined) return running
    const turn = audit.verify(organisation).finally(() => verifying.delete(organisation))
    verifying.set(organisation, turn)
    return turn
  })
}

// Refuses a token that is narrowed to families or tiers. Throws HttpFault 403.
export function requireWholeView({ families, tiers }: Pick<Principal, 'families' | 'tiers'>): void {
  if (families === undefined && tiers === undefined) return
  throw fault(403, {
    code: 'forbidden',
    message: 'a token that is narrowed may not read the audit',
    fix: 'use a token without families and tiers',
  })
}
