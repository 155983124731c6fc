import { toToolName } from '@vedette/proto/operations'
import { needsSecondPerson } from '@vedette/proto/policy'
import { sealAnswer } from '../answers/index.ts'
import type { Actions } from '../approvals/index.ts'
import { RoutingError } from '../dispatch/types.ts'
import type { ToolArguments } from './arguments.ts'
import type { AtomicCall } from './atomic.ts'
import { ToolFault } from './error.ts'
import { askRequester, openPending, toActionBody } from './pending.ts'
import type { ToolError, ToolResult } from './types.ts'

// Asks for a write: its one place is found, what it would do is asked where people are reached or something restarts,
// and a person decides. Nothing is changed by this call unless the token's mode, or who asked, approves it here.
export async function requestWrite(
  call: AtomicCall,
  read: ToolArguments,
  actions: Actions,
): Promise<ToolResult> {
  const { operation, parts, args, context } = call
  const { principal, budget_ms, signal, investigation } = context
  const now = parts.now()
  const tool = toToolName(operation.id)
  const collector = actions.collect()
  const request = { operation, role: 'input', arguments: read.input, routing: read.routing } as const
  const reads = await parts.dispatch([request], {
    principal,
    budget_ms,
    signal,
    pending: collector.pending,
    ...(investigation === undefined ? {} : { investigation }),
  })
  const told = { asked: read.asked, defaulted: read.defaulted, window: null, detail: read.detail, narrow: [] }
  const places = collector.parts()
  if (places.length === 0) return sealAnswer({ reads, ...told, now })
  if (places.length > 1) throw toAmbiguous(places)
  const facts = {
    id: collector.pending.id,
    principal,
    tool,
    arguments: args,
    parts: places,
    ...(investigation === undefined ? {} : { investigation }),
  }
  const preview = needsSecondPerson(operation.tier) ? await actions.preview(facts, budget_ms) : undefined
  const shown = preview?.instances[0]?.outcome
  // Who approves must see what would be done: without it there is nothing to approve.
  if (preview === null || (preview !== undefined && shown?.seen !== true))
    return sealAnswer({ reads: preview === null ? reads : [preview], ...told, now })
  if (preview !== undefined && !(await actions.wasRead({ principal, investigation, preview })))
    throw new ToolFault(NOT_READ)
  const value = shown?.seen === true ? Object(shown.value) : undefined
  const settling = { actions, tool, args, context, collector, now }
  const action = await openPending(value === undefined ? settling : { ...settling, preview: value })
  if (action === null) throw new TypeError('a write with one place has nothing to approve')
  const settled = await askRequester(action, settling)
  if (settled !== null) return settled
  const body = toActionBody(action)
  return preview === undefined
    ? sealAnswer({ reads, ...told, now, pending: action.id, body })
    : sealAnswer({ reads: [preview], ...told, now, body })
}

const NOT_READ: ToolError = Object.freeze({
  code: 'not_read',
  message: 'this investigation has not read this object in this version',
  retryable: false,
  field: 'resource_version',
  fix: 'read it in this investigation, by k8s_deployments_get or k8s_resources_get, and ask with its resource_version',
})

function toAmbiguous(places: readonly Readonly<{ agent_name: string; instance: string }>[]): RoutingError {
  return new RoutingError({
    code: 'scope_required',
    field: 'agent',
    message: 'a write goes to one place, and several fit',
    fix: 'name the one that is meant',
    choices: places.map(({ agent_name, instance }) => `${instance} of ${agent_name}`),
  })
}
