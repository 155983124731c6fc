import type { Actions } from '../approvals/index.ts'
import { invalidArgument } from './error.ts'
import { parseOwnArguments, sealOwn, toOwnSchema, toPageOf } from './own.ts'
import { runAction, sealStanding, UNKNOWN_ACTION } from './pending.ts'
import { toRfc3339 } from './time.ts'
import type { Tool } from './types.ts'

const PAGE = 50

// The tools by which a caller follows its own pending actions; deciding them is no tool.
export function createActionTools(actions: Actions, now: () => number): readonly Tool[] {
  return Object.freeze([createRun(actions, now), createGet(actions, now), createList(actions, now)])
}

function createRun(actions: Actions, now: () => number): Tool {
  return Object.freeze({
    name: 'actions_run',
    title: 'Run an approved action',
    description:
      'Runs an action of yours once a person has approved it, and answers; else says how it stands: approval_pending, denied, expired, void, running, done or outcome_unknown.',
    tier: 'metadata',
    inputSchema: toIdSchema(),
    needs: null,
    async run(written, { principal, budget_ms }) {
      const id = parseId(written)
      return runAction({ actions, tool: 'actions_run', principal, id, budget_ms, now: now() })
    },
  })
}

function createGet(actions: Actions, now: () => number): Tool {
  return Object.freeze({
    name: 'actions_get',
    title: 'One pending action',
    description: 'Says how one action of yours stands, and what exactly it would ask or do.',
    tier: 'metadata',
    inputSchema: toIdSchema(),
    needs: null,
    async run(written, { principal }) {
      const action = await actions.find(principal, parseId(written))
      return action === null
        ? { kind: 'error', error: UNKNOWN_ACTION }
        : sealStanding('actions_get', action, now())
    },
  })
}

function createList(actions: Actions, now: () => number): Tool {
  return Object.freeze({
    name: 'actions_list',
    title: 'Pending actions',
    description: 'Lists your actions that wait for a person, or did, newest first.',
    tier: 'metadata',
    inputSchema: toOwnSchema({}),
    needs: null,
    async run(written, { principal }) {
      const args = parseOwnArguments(written, [])
      const rows = await actions.list(principal)
      const { shown, ...page } = toPageOf(rows, args.page, PAGE)
      const body = {
        actions: shown.map(({ id, tool, tier, state, why, created_at, expires_at }) => ({
          id,
          tool,
          tier,
          state,
          ...(why === null ? {} : { why }),
          created_at: toRfc3339(created_at),
          expires_at: toRfc3339(expires_at),
        })),
        ...page,
      }
      return sealOwn({ tool: 'actions_list', args, body, items: rows.length, now: now(), narrow: ['page'] })
    },
  })
}

function toIdSchema() {
  return Object.freeze({
    type: 'object',
    properties: { id: { type: 'string', description: 'Handle of the action, pa_...' } },
    required: ['id'],
  })
}

function parseId(written: unknown): string {
  const { text } = parseOwnArguments(written, ['id'])
  if (text['id'] !== undefined) return text['id']
  throw invalidArgument({ field: 'id', message: 'id is required', fix: 'give the handle, pa_...' })
}
