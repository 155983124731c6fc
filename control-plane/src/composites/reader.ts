import type { Clock } from '@vedette/proto/clock'
import type { OperationDefinition, WindowBounds } from '@vedette/proto/operations'
import { findOperation } from '@vedette/proto/operations'
import { isReadClass, type Outcome, type Role, type Source, seen, unseen } from '@vedette/proto/visibility'
import type { z } from 'zod'
import type { Dispatch, InstanceRead, ReadResult, Routing } from '../dispatch/types.ts'
import { RoutingError } from '../dispatch/types.ts'
import type { AgentView, Fleet } from '../fleet/types.ts'
import { operationsOf } from '../tools/gate.ts'
import { toPlannedSources } from '../tools/planned.ts'
import { allowsOperation } from '../tools/rights.ts'
import { toRfc3339 } from '../tools/time.ts'
import type { Needs, ToolContext } from '../tools/types.ts'
import { createEvidence, type EvidenceRow } from './evidence.ts'
import { type Read, toRead } from './read.ts'
import { routesOf } from './routes.ts'
import { sweepOn } from './sweep-on.ts'

export type ReaderParts = Readonly<{ dispatch: Dispatch; fleet: Fleet; clock: Clock }>

export type ReaderFacts = Readonly<{
  composite: string
  needs: Needs
  parts: ReaderParts
  context: ToolContext
  // What the caller named; each read takes the names that its scope knows.
  routing: Routing
}>

type AnyOperation<I extends z.ZodObject, O extends z.ZodObject> = OperationDefinition<I, O>

// What a composite's run may do: read what it declared, and say what it leaves alone.
export type Reader = Readonly<{
  // Epoch milliseconds.
  now: number
  // Asks every source in scope. `only` narrows to one place that an earlier read showed. Throws TypeError on an
  // operation that the composite did not declare, and RoutingError where the caller's own words cannot stand.
  read<I extends z.ZodObject, O extends z.ZodObject>(
    operation: AnyOperation<I, O>,
    args: z.input<I>,
    only?: Routing,
  ): Promise<Read<z.output<O>>>
  // A declared operation that is not asked because nothing would be gained.
  spare(operation: Pick<OperationDefinition, 'id'>, because: string): void
  // Tells whether some agent looks at a cluster of this name, so that labels of other systems are not taken for ours.
  hasCluster(name: string): boolean
  // The one metric backend of an agent that speaks PromQL and serves the operation, by a name that means it alone; null
  // where there is none, or several.
  backendOf(agent: string | null, operation: Pick<OperationDefinition, 'id'>): string | null
  // Reads that follow may use all the time that is left; before it, a part is kept for them.
  follow(): void
}>

export type Ledger = Readonly<{
  reader: Reader
  // Every read that was made, as it is sealed.
  results(): readonly ReadResult[]
  // Sources of declared operations that were not asked.
  unasked(): readonly Source[]
  evidence(): Readonly<Record<string, EvidenceRow>>
  // Set when what the caller named was found by no input: then there is nothing to answer about.
  notFound(): RoutingError | null
}>

// Of the time left, what first reads may use where others follow.
const FIRST_SHARE = 0.6

const TOKEN_RULE = 'token'

// The reader of one call, and the book of all that it read.
export function createReader(facts: ReaderFacts): Ledger {
  const { needs, parts, context, routing } = facts
  const { clock, dispatch, fleet } = parts
  const deadline = clock.monotonic() + context.budget_ms
  const declared = new Set(operationsOf(needs))
  const results: ReadResult[] = []
  const asked = new Map<string, Promise<Read<unknown>>>()
  const askedIds = new Set<string>()
  const spared = new Map<string, string>()
  const evidence = createEvidence()
  const agents = fleet.agents(context.principal.organisation)
  const absent = new Map<string, RoutingError>()
  let isLast = false
  let done = 0

  function read(operation: OperationDefinition, given: unknown, only?: Routing): Promise<Read<unknown>> {
    if (!declared.has(operation.id))
      throw new TypeError(`${facts.composite} reads ${operation.id}, which it does not declare`)
    const parsed = operation.input.safeParse(given)
    // An object schema's output is an object; what does not fit came from outside and is asked of nobody.
    const written = (parsed.success ? parsed.data : {}) as Record<string, unknown>
    const { args, isClipped } = clipWindow(written, operation.window)
    const route = { ...routesOf(operation.scope, routing), ...only }
    const question = JSON.stringify([parsed.success ? args : given, route])
    const key = `${operation.id} ${question}`
    const known = asked.get(key)
    if (known !== undefined) return known
    askedIds.add(operation.id)
    const request = { operation, role: roleOf(needs, operation.id), arguments: args, routing: route }
    const result = parsed.success ? ask(request, only !== undefined) : Promise.resolve(toBlind(request))
    const made = result.then((answered) => {
      const marked = markResult(answered, { question, isClipped })
      results.push(marked)
      done += 1
      context.progress(done, asked.size, `read ${operation.id}`)
      return toRead(marked, evidence)
    })
    asked.set(key, made)
    return made
  }

  async function ask(request: ReadResult['request'], isOwn: boolean): Promise<ReadResult> {
    const refused = toRefused(request)
    if (refused !== null) return refused
    const left = Math.max(1, deadline - clock.monotonic())
    try {
      const result = await sweepOn(request, {
        clock,
        budget_ms: isLast ? left : Math.max(1, left * FIRST_SHARE),
        ask: askOnce,
      })
      return result ?? toBlind(request)
    } catch (error) {
      // What the caller named is the caller's to mend; a place that we named ourselves is our fault.
      if (!(error instanceof RoutingError)) throw error
      if (isOwn) return toBlind(request)
      // Where any of several inputs will do, one that has not what was named leaves it to the others.
      if (error.code !== 'not_found' || needs.input_any !== true) throw error
      absent.set(request.operation.id, error)
      return toAbsent(request)
    }
  }

  async function askOnce(request: ReadResult['request'], budget_ms: number) {
    const { principal, signal, investigation, call, pending, fresh } = context
    const [result] = await dispatch([request], {
      principal,
      budget_ms,
      signal,
      composite: true,
      ...(pending === undefined ? {} : { pending }),
      ...(fresh === undefined ? {} : { fresh }),
      ...(investigation === undefined ? {} : { investigation }),
      ...(call === undefined ? {} : { call }),
    })
    return result
  }

  // A token that is narrowed: not asked, and said so for each source. Tiers are judged source by source by dispatch.
  function toRefused(request: ReadResult['request']): ReadResult | null {
    const { operation, role } = request
    if (allowsOperation(context.principal, operation)) return null
    const word = { state: 'denied_by_policy', rule: TOKEN_RULE } as const
    const sources = toPlannedSources(agents, operation, word).map((source) => ({ ...source, role }))
    return { request, instances: sources.map((source) => toInstance(source)) }
  }

  function unaskedOf(id: string): readonly Source[] {
    const operation = findOperation(id)
    if (operation === undefined || askedIds.has(id)) return []
    const role = roleOf(needs, id)
    const because = spared.get(id)
    // Forgetting to ask what the verdict stands on is a fault of ours, and withholds it.
    const word =
      because !== undefined || role === 'enriching'
        ? ({ state: 'not_needed', because: because ?? 'nothing to ask it about' } as const)
        : ({ state: 'unusable', why: 'internal' } as const)
    const [first, ...rest] = toPlannedSources(agents, operation, word)
    if (first === undefined) return []
    if (rest.length === 0 && first.state === 'not_configured') return [{ ...first, role }]
    const { operation: name, connector } = first
    return [{ operation: name, connector, role, scope: {}, ...word }]
  }

  return Object.freeze({
    reader: Object.freeze({
      now: clock.now(),
      // Each definition's own types say what its arguments and its value are; the map is keyed by its id.
      read: read as Reader['read'],
      spare: ({ id }: Pick<OperationDefinition, 'id'>, because: string) => void spared.set(id, because),
      hasCluster: (name: string) => agents.some((agent) => isCluster(agent, name)),
      backendOf: (agent: string | null, { id }: Pick<OperationDefinition, 'id'>) =>
        agent === null ? null : findBackend(agents, { agent, operation: id }),
      follow: () => {
        isLast = true
      },
    }),
    results: () => results,
    unasked: () => [...declared].flatMap(unaskedOf),
    evidence: evidence.rows,
    notFound: () => {
      const inputs = [...askedIds].filter((id) => roleOf(needs, id) === 'input')
      const [first] = absent.values()
      return first !== undefined && inputs.every((id) => absent.has(id)) ? first : null
    },
  })
}

// What a composite needs an operation for: what could lower its verdict weighs most.
export function roleOf(needs: Needs, id: string): Role {
  if (needs.grading.includes(id)) return 'grading'
  return needs.input?.includes(id) === true ? 'input' : 'enriching'
}

function isCluster({ name, labels, connectors }: AgentView, wanted: string): boolean {
  return (
    name === wanted ||
    labels['cluster'] === wanted ||
    connectors.some(({ scopes }) =>
      scopes.some(({ cluster, cluster_alias }) => cluster === wanted || cluster_alias === wanted),
    )
  )
}

function findBackend(
  agents: readonly AgentView[],
  { agent, operation }: Readonly<{ agent: string; operation: string }>,
): string | null {
  const own = agents.filter((one) => one.name === agent)
  const found = own.flatMap(({ connectors }) =>
    connectors.filter(
      ({ dialect, health, operations }) =>
        dialect === 'promql' && health !== 'not_configured' && operations.some(({ id }) => id === operation),
    ),
  )
  const [only] = found
  return own.length !== 1 || found.length !== 1 || only === undefined ? null : `${agent}/${only.instance}`
}

type Clipped = Readonly<{ args: Readonly<Record<string, unknown>>; isClipped: boolean }>

// A window longer than the operation takes is read from its end, and what came before is said to be missing.
function clipWindow(args: Readonly<Record<string, unknown>>, bounds: WindowBounds | undefined): Clipped {
  const { from, to } = args
  if (bounds === undefined || typeof from !== 'string' || typeof to !== 'string')
    return { args, isClipped: false }
  const earliest = Date.parse(to) - bounds.maxSeconds * 1000
  if (Date.parse(from) >= earliest) return { args, isClipped: false }
  return { args: { ...args, from: toRfc3339(earliest) }, isClipped: true }
}

function markResult(
  { request, instances }: ReadResult,
  facts: Readonly<{ question: string; isClipped: boolean }>,
): ReadResult {
  const mark = (source: Source) => markSource(source, facts)
  return {
    request,
    instances: instances.map((one) => ({ ...one, outcome: markOutcome(one.outcome, mark) })),
  }
}

function markOutcome(outcome: Outcome<unknown>, mark: (source: Source) => Source): Outcome<unknown> {
  const sources = outcome.sources.map(mark)
  return outcome.seen ? seen(outcome.value, sources) : unseen(sources)
}

// A composite promises whole lists: a first page of many, or less than the window, is a cut.
function markSource(source: Source, facts: Readonly<{ question: string; isClipped: boolean }>): Source {
  const asked = { ...source, question: facts.question }
  if (!isReadClass(source.state) || (source.cursor === undefined && !facts.isClipped)) return asked
  const { proof: _, ...rest } = asked
  const cap = facts.isClipped ? 'time' : 'page'
  return { ...rest, state: 'truncated', cap, at_least: source.items ?? source.at_least ?? 0 }
}

function toBlind(request: ReadResult['request']): ReadResult {
  const { operation, role } = request
  const source = { operation: operation.id, connector: 'unknown', role, scope: {} } as const
  return { request, instances: [toInstance({ ...source, state: 'unusable', why: 'internal' })] }
}

function toAbsent(request: ReadResult['request']): ReadResult {
  const { operation, role } = request
  const because = 'the object that was named is not there'
  const source = { operation: operation.id, connector: 'any', role, scope: {}, because } as const
  return { request, instances: [toInstance({ ...source, state: 'not_needed' })] }
}

function toInstance(source: Source): InstanceRead {
  const { connector, agent } = source
  return {
    agent: null,
    agent_name: agent ?? null,
    instance: connector,
    connector,
    outcome: unseen([source]),
    meta: null,
  }
}
