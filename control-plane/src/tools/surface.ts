import { createHash } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import { OPERATIONS, type OperationDefinition, toToolName } from '@vedette/proto/operations'
import { isWriteTier } from '@vedette/proto/policy'
import { isSealedAnswer, sayUnwritten } from '../answers/index.ts'
import type { Actions } from '../approvals/index.ts'
import { AuditError, type Taken } from '../audit/index.ts'
import { type Dispatch, RoutingError } from '../dispatch/types.ts'
import type { Fleet } from '../fleet/types.ts'
import type { ResultSets } from '../results/index.ts'
import { StoreError, withPatience } from '../store/index.ts'
import type { AuditRow, Principal } from '../store/types.ts'
import { createActionTools } from './actions.ts'
import { toRecord } from './arguments.ts'
import { createAtomicTool } from './atomic.ts'
import { createCatalogTool } from './catalog.ts'
import { createConnectorsTool } from './connectors.ts'
import { quoteInput, ToolFault, toErrorText } from './error.ts'
import { createFleetHealthTool } from './fleet-health.ts'
import { takeFresh } from './fresh.ts'
import { createGate, type Gate, operationsOf, type Verdict } from './gate.ts'
import { toInstructions } from './instructions.ts'
import {
  createCallId,
  createMemoryTools,
  enterThread,
  type Memory,
  recordStep,
  type Told,
  takeTold,
} from './memory/index.ts'
import { nearestNames } from './nearest.ts'
import { askRequester, openPending, resumePending } from './pending.ts'
import { sealRefusal } from './refusal.ts'
import { createScopesTool } from './scopes.ts'
import { CALL_TOOL, createFinderTools, toPinned } from './search/index.ts'
import { toRfc3339 } from './time.ts'
import type { Tool, ToolContext, ToolError, ToolResult, ToolSurface } from './types.ts'
import { requestWrite } from './write.ts'

// Milliseconds that a call may take: by default, and at the most.
export const CALL_BUDGET_MS = 15_000
export const CALL_BUDGET_MAX_MS = 45_000

export type SurfaceOptions = Readonly<{
  fleet: Fleet
  dispatch: Dispatch
  // Takes the row of each call; rejects when it cannot, and then the answer is withheld.
  store: Readonly<{ audit: Readonly<{ append(row: AuditRow): Promise<Taken> }> }>
  clock: Clock
  // IANA zone for times written without an offset; UTC unless given.
  zoneOf?: (organisation: string) => string
  operations?: readonly OperationDefinition[]
  // Pending actions; without them nothing can be approved, and no write is offered.
  actions?: Actions
  // Threads and knowledge; without it no call belongs to a thread.
  memory?: Memory
  // Tools that are no operation's own, such as composites; one of an operation's name takes the place of its own.
  extraTools?: readonly Tool[]
  // Where what an answer leaves out is kept; without it, answers are cut and say so.
  results?: Pick<ResultSets, 'keep'>
  // Told of faults of our own; their text never reaches a caller.
  onFault?: (error: unknown) => void
}>

export type RunningSurface = ToolSurface &
  Readonly<{
    gate: Gate
    // Names of the tools that policy alone keeps from this principal now.
    withdrawn(principal: Principal): ReadonlySet<string>
    close(): void
  }>

// Everything that can be asked, behind one gate. Every call is audited before its answer leaves: its row is durable, or
// the answer says that it is not.
export function createToolSurface(options: SurfaceOptions): RunningSurface {
  const { fleet, clock } = options
  const now = () => clock.now()
  const onFault = (error: unknown) => options.onFault?.(error)
  const gate = createGate(fleet)
  const replaced = new Set((options.extraTools ?? []).map((tool) => tool.name))
  const atomic = (options.operations ?? OPERATIONS)
    .filter((operation) => isOffered(operation, options) && !replaced.has(toToolName(operation.id)))
    .map((operation) =>
      createAtomicTool(operation, {
        fleet,
        dispatch: options.dispatch,
        now,
        zoneOf: options.zoneOf ?? (() => 'UTC'),
        requestWrite: (call, read) => requestWrite(call, read, requireActions()),
      }),
    )
  const all: readonly Tool[] = Object.freeze([
    createFleetHealthTool(fleet, now),
    createScopesTool(fleet, now),
    createConnectorsTool(fleet, now),
    createCatalogTool({ gate, tools: () => all, now }),
    ...(options.memory === undefined
      ? []
      : createMemoryTools(options.memory, { now, standingOf: gate.standingOf })),
    ...(options.actions === undefined ? [] : createActionTools(options.actions, now)),
    ...(options.extraTools ?? []),
    ...atomic,
  ])
  const finders = createFinderTools({ gate, tools: all, now })
  const byName = new Map([...all, ...finders].map((tool) => [tool.name, tool]))
  if (byName.size !== all.length + finders.length) throw new TypeError('two tools have the same name')

  async function answer(name: string, args: unknown, context: ToolContext): Promise<ToolResult> {
    const tool = byName.get(name)
    const verdict = tool === undefined ? null : gate.judge(tool, context.principal)
    if (tool === undefined || verdict === null || verdict.kind === 'outside')
      return { kind: 'error', error: toUnknownTool(name, inside(context.principal)) }
    if (verdict.kind === 'hidden') {
      const agents = fleet.agents(context.principal.organisation)
      return sealRefusal({ tool: name, missing: verdict.missing, agents, now: now() })
    }
    const { written, fresh } = takeFresh(tool, toRecord(args))
    const budget_ms = Math.min(Math.max(1, tool.budget_ms ?? context.budget_ms), CALL_BUDGET_MAX_MS)
    const result = await runTool(tool, written, { ...context, budget_ms, ...fresh })
    if (result.kind === 'answer' && !isSealedAnswer(result))
      throw new TypeError(`${name} gave an unsealed answer`)
    if (result.kind !== 'answer' || options.results === undefined) return result
    return options.results.keep(result, { principal: context.principal, tool: name })
  }

  // What a call could not ask without a person is kept under one handle; a tool of one operation asks at once, where
  // who called can be asked and that was all.
  async function runTool(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    context: ToolContext,
  ): Promise<ToolResult> {
    const { actions } = options
    if (actions === undefined) return tool.run(args, context)
    const collector = actions.collect()
    const settling = { actions, tool: tool.name, args, context, collector, now: now() }
    if (context.answered !== undefined) return resumePending(context.answered, settling)
    const result = await tool.run(args, { ...context, pending: collector.pending })
    const action = await openPending(settling)
    if (action === null || !isAtomic(tool) || result.kind !== 'answer' || result.visibility !== 'none')
      return result
    return (await askRequester(action, settling)) ?? result
  }

  function requireActions(): Actions {
    if (options.actions === undefined) throw new TypeError('a write was offered that nobody can approve')
    return options.actions
  }

  function inside(principal: Principal): readonly string[] {
    return all.filter((tool) => gate.judge(tool, principal).kind !== 'outside').map((tool) => tool.name)
  }

  return Object.freeze({
    all,
    gate,
    close: () => gate.close(),
    announced: (principal: Principal) => all.filter((tool) => gate.judge(tool, principal).kind === 'open'),
    pinned: (announced: readonly Tool[]) => toPinned(announced, finders),
    withdrawn: (principal: Principal) =>
      new Set(all.filter((tool) => isDenied(gate.judge(tool, principal))).map((tool) => tool.name)),
    instructions: (principal: Principal) => toInstructions(fleet, principal.organisation),
    async call(written: string, given: unknown, asking: ToolContext): Promise<ToolResult> {
      const started = clock.monotonic()
      const named = toNamedCall(written, given)
      const { name } = named
      const { memory } = options
      let told: Told = { args: named.args }
      let context: ToolContext = { ...asking, call: createCallId() }
      const run = async () => {
        if (memory === undefined) return answer(name, told.args, context)
        told = takeTold(named.args)
        const tool = byName.get(name)
        const investigation = await enterThread(memory, { tool, told, context, clock, onFault })
        if (investigation !== undefined) context = { ...context, investigation }
        return answer(name, told.args, context)
      }
      const result = await run().catch((error: unknown): ToolResult => {
        const known = toKnownError(error, context.signal)
        if (FAULTS_OF_OURS.has(known.code)) onFault(error)
        return { kind: 'error', error: known }
      })
      const took_ms = clock.monotonic() - started
      const taken = await audit({ name, told, result, context, took_ms })
      const answered: ToolResult = taken === null ? { kind: 'error', error: UNAUDITED } : result
      const step = { tool: byName.get(name), told, context, result: answered, took_ms }
      const [isUnwritten] = await Promise.all([
        taken?.written.then((isWritten) => !isWritten),
        memory === undefined ? undefined : withPatience(clock, recordStep(memory, step)).catch(onFault),
      ])
      return isUnwritten === true && answered.kind === 'answer' ? sayUnwritten(answered) : answered
    },
  })

  async function audit(
    facts: Readonly<{
      name: string
      told: Told
      result: ToolResult
      context: ToolContext
      took_ms: number
    }>,
  ): Promise<Taken | null> {
    const { name, told, result, context, took_ms } = facts
    const text = result.kind === 'answer' ? result.text : toErrorText(result.error)
    const row = {
      organisation: context.principal.organisation,
      at: toRfc3339(now()),
      principal: context.principal.id,
      tool: byName.has(name) ? name : 'unknown',
      visibility: result.kind === 'answer' ? result.visibility : null,
      error: result.kind === 'answer' ? result.error : result.error.code,
      took_ms: Math.round(took_ms),
      bytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
      agents: result.kind === 'answer' ? result.agents : [],
      arguments: told.args,
      ...(told.purpose === undefined ? {} : { purpose: told.purpose }),
      ...toOptional(byName.get(name), context),
    }
    try {
      return await options.store.audit.append(row)
    } catch (error) {
      onFault(error)
      return null
    }
  }
}

function toOptional(tool: Tool | undefined, { investigation, call }: ToolContext) {
  return {
    ...(call === undefined ? {} : { call }),
    ...(tool === undefined ? {} : { tier: tool.tier }),
    ...(investigation === undefined ? {} : { investigation }),
  }
}

// What an operator is told of.
const FAULTS_OF_OURS: ReadonlySet<string> = new Set(['internal', 'unavailable', 'audit_unavailable'])

const UNAUDITED: ToolError = Object.freeze({
  code: 'audit_unavailable',
  message: 'the call could not be written to the audit, so its answer is withheld',
  retryable: true,
  fix: 'try again; an operator finds the reason in the log of the control plane',
})

// What is called through `call_tool` is judged, answered and audited as the tool that it names.
function toNamedCall(name: string, args: unknown): Readonly<{ name: string; args: unknown }> {
  if (name !== CALL_TOOL || typeof args !== 'object' || args === null) return { name, args }
  if (!('name' in args) || typeof args.name !== 'string') return { name, args }
  const { name: tool, arguments: own = {}, investigation, purpose }: Record<string, unknown> = { ...args }
  if (typeof own !== 'object' || own === null || Array.isArray(own)) return { name: String(tool), args: own }
  return { name: String(tool), args: { ...toPresent({ investigation, purpose }), ...own } }
}

function toPresent(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

function isDenied(verdict: Verdict): boolean {
  return verdict.kind === 'hidden' && verdict.missing.every((one) => one.why === 'denied')
}

// What changes something is a tool only where somebody can approve it.
function isOffered({ tier }: OperationDefinition, { actions }: SurfaceOptions): boolean {
  return isWriteTier(tier) ? actions !== undefined : tier !== 'never'
}

// Tells whether a tool is one operation's own, by whose name it goes.
function isAtomic({ name, needs }: Tool): boolean {
  return needs !== null && operationsOf(needs).some((id) => toToolName(id) === name)
}

function toUnknownTool(name: string, names: readonly string[]): ToolError {
  return {
    code: 'unknown_tool',
    message: `there is no tool ${quoteInput(name)}`,
    retryable: false,
    field: 'name',
    fix: 'use one of the nearest names, or list_catalog for all',
    choices: nearestNames(name, names),
  }
}

function toKnownError(error: unknown, signal: AbortSignal): ToolError {
  if (error instanceof ToolFault) return error.error
  if (error instanceof RoutingError) {
    const { code, message, field, fix, choices } = error
    return { code, message, retryable: false, field, fix, ...(choices.length === 0 ? {} : { choices }) }
  }
  if (error instanceof AuditError || (error instanceof StoreError && error.code === 'unavailable'))
    return { code: error.code, message: error.message, retryable: true, fix: error.fix }
  if (signal.aborted)
    return { code: 'cancelled', message: 'the caller went away or cancelled', retryable: true }
  return {
    code: 'internal',
    message: 'the control plane failed; nothing was learned from this call',
    retryable: true,
    fix: 'try again; an operator finds the reason in the log of the control plane',
  }
}
