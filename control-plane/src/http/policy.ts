import { OPERATIONS } from '@vedette/proto/operations'
import { foldOperation } from '@vedette/proto/policy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Fleet } from '../fleet/types.ts'
import { type Policies, PolicyError, toAssertionText } from '../policy/index.ts'
import type { PolicyDraftRow, PolicyVersionRow, Principal } from '../store/types.ts'
import type {
  PolicyApplied,
  PolicyChoices,
  PolicyDraft,
  PolicyHistory,
  PolicyOverview,
  PolicyTestResult,
} from './api-types.ts'
import { fault } from './errors.ts'
import { requireAdmin } from './guards.ts'
import { parseBody } from './parse-body.ts'

export type PolicyParts = Readonly<{
  policies: Policies
  fleet: Pick<Fleet, 'agents'>
  principalOf(request: FastifyRequest): Principal
}>

const list = z.array(z.unknown()).max(1000)
const note = z.string().trim().max(500).default('')
const testBody = z.strictObject({ rules: list, assertions: list.default([]) })
const draftBody = testBody.extend({ revision: z.string().max(64).nullable() })
const applyBody = z.strictObject({ revision: z.string().min(1).max(64), note })
const rollbackBody = z.strictObject({ version: z.int().min(1), note })
const MOST_CHOICES = 50
const STATUS = Object.freeze({ invalid: 400, assertion_failed: 409, conflict: 409, not_found: 404 } as const)

// Mounts /api/v1/policy: everybody reads, only an admin whose token is not narrowed changes anything.
export function mountPolicy(app: FastifyInstance, { policies, fleet, principalOf }: PolicyParts): void {
  const adminOf = (request: FastifyRequest): Principal => {
    const principal = principalOf(request)
    requireAdmin(principal)
    return principal
  }
  app.get('/api/v1/policy', async (request): Promise<PolicyOverview> => {
    const { applied, draft, ...page } = await policies.page(principalOf(request).organisation)
    return {
      ...page,
      applied: applied === null ? null : toVersion(applied),
      draft: draft === null ? null : toDraft(draft),
    }
  })
  app.get<{ Querystring: { q?: string } }>('/api/v1/policy/operations', (request): PolicyChoices => {
    return toChoices(String(request.query.q ?? ''), fleet.agents(principalOf(request).organisation))
  })
  app.get('/api/v1/policy/history', async (request): Promise<PolicyHistory> => {
    return { versions: (await policies.history(principalOf(request).organisation)).map(toVersion) }
  })
  app.post('/api/v1/policy/test', (request): PolicyTestResult => {
    const { organisation } = principalOf(request)
    const body = parseBody(testBody, request)
    const tested = told(() => policies.test(organisation, body))
    return {
      ...tested,
      assertions: tested.assertions.map(toAssertionText),
      failed: tested.failed.map(toAssertionText),
    }
  })
  app.post('/api/v1/policy/draft', async (request): Promise<PolicyDraft> => {
    const admin = adminOf(request)
    const { revision, ...text } = parseBody(draftBody, request)
    return toDraft(await told(() => policies.edit(admin, text, revision)))
  })
  app.delete<{ Params: { revision: string } }>('/api/v1/policy/draft/:revision', async (request) => {
    const admin = adminOf(request)
    await told(() => policies.discard(admin, request.params.revision))
    return { discarded: true }
  })
  app.post('/api/v1/policy/apply', async (request): Promise<PolicyApplied> => {
    const admin = adminOf(request)
    const body = parseBody(applyBody, request)
    return toVersion(await told(() => policies.apply(admin, body)))
  })
  app.post('/api/v1/policy/rollback', async (request): Promise<PolicyApplied> => {
    const admin = adminOf(request)
    const body = parseBody(rollbackBody, request)
    return toVersion(await told(() => policies.rollback(admin, body)))
  })
}

// Runs it with its errors in the one shape.
function told<T>(run: () => Promise<T>): Promise<T>
function told<T>(run: () => T): T
function told<T>(run: () => T | Promise<T>): T | Promise<T> {
  try {
    const result = run()
    return result instanceof Promise
      ? result.catch((error: unknown) => Promise.reject(toHttp(error)))
      : result
  } catch (error) {
    throw toHttp(error)
  }
}

function toHttp(error: unknown): unknown {
  if (!(error instanceof PolicyError)) return error
  const { code, field, message, fix, failed } = error
  const listed = failed.map((one) => JSON.stringify(toAssertionText(one)))
  const said = listed.length === 0 ? message : `${message}: ${listed.join(', ')}`.slice(0, 1000)
  const name = code === 'invalid' ? 'invalid_argument' : code
  return fault(STATUS[code], { code: name, field, message: said, fix })
}

function toVersion({ organisation: _, assertions, ...row }: PolicyVersionRow): PolicyApplied {
  return { ...row, assertions: assertions.map(toAssertionText) }
}

function toDraft({ organisation: _, assertions, ...row }: PolicyDraftRow): PolicyDraft {
  return { ...row, assertions: assertions.map(toAssertionText) }
}

// What a rule can name that contains the text, ids that the fleet serves or denies first.
function toChoices(text: string, agents: ReturnType<Fleet['agents']>): PolicyChoices {
  const wanted = foldOperation(text.slice(0, 128))
  const here = new Set(
    agents
      .flatMap(({ connectors }) => connectors.flatMap((one) => [...one.operations, ...one.denied]))
      .map((one) => one.id),
  )
  const operations = OPERATIONS.filter(({ id }) => foldOperation(id).includes(wanted))
    .map(({ id, title, tier }) => ({ operation: id, title, tier, in_fleet: here.has(id) }))
    .sort((a, b) => Number(b.in_fleet) - Number(a.in_fleet) || (a.operation < b.operation ? -1 : 1))
  const families = Map.groupBy(
    operations.flatMap(({ operation }) => toFamilies(operation)),
    (family) => family,
  )
  return {
    families: [...families]
      .map(([family, all]) => ({ family, operations: all.length }))
      .slice(0, MOST_CHOICES),
    operations: operations.slice(0, MOST_CHOICES),
    total: operations.length,
  }
}

// `k8s.pods.list` -> `k8s.*`, `k8s.pods.*`.
function toFamilies(operation: string): readonly string[] {
  const words = operation.split('.')
  return words.slice(1).map((_, at) => `${words.slice(0, at + 1).join('.')}.*`)
}
