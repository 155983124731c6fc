import type { Clock } from '@vedette/proto/clock'
import { findOperation } from '@vedette/proto/operations'
import type { Source } from '@vedette/proto/visibility'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AgentView, Fleet } from '../fleet/types.ts'
import type { Principal } from '../store/types.ts'
import {
  operationsOf,
  type RunningSurface,
  type Tool,
  toAdmission,
  toCatalogRows,
  toPlannedSources,
} from '../tools/index.ts'
import type { CatalogDetail, CatalogItem, CatalogPage } from './api-types.ts'
import { fault } from './errors.ts'

export type CatalogParts = Readonly<{
  surface: RunningSurface
  fleet: Fleet
  clock: Clock
  principalOf(request: FastifyRequest): Principal
}>

// Mounts what the Catalog page reads. It tells of every tool, those that a token is not offered included, and marks them.
export function mountCatalog(app: FastifyInstance, parts: CatalogParts): void {
  const { surface, fleet, clock, principalOf } = parts
  const holders = createHolders(fleet)
  app.addHook('onClose', async () => holders.close())
  app.get('/api/v1/catalog/tools', (request): CatalogPage => {
    const principal = principalOf(request)
    const holdersOf = holders.of(principal.organisation)
    return {
      at: new Date(clock.now()).toISOString(),
      settled: surface.gate.isSettled(principal.organisation),
      tools: surface.all.map((tool) => toItem(tool, { surface, principal, holdersOf })),
    }
  })
  app.get<{ Params: { name: string } }>('/api/v1/catalog/tools/:name', (request): CatalogDetail => {
    const principal = principalOf(request)
    const tool = surface.all.find(({ name }) => name === request.params.name)
    if (tool === undefined)
      throw fault(404, { code: 'not_found', message: 'there is no such tool', fix: 'list the catalogue' })
    const holdersOf = holders.of(principal.organisation)
    return {
      ...toItem(tool, { surface, principal, holdersOf }),
      input_schema: tool.inputSchema,
      places: sourcesOf(tool, holdersOf).map((source) => ({
        operation: source.operation,
        agent: source.agent ?? null,
        instance: source.connector,
        state: source.state,
        detail: toDetail(source),
      })),
    }
  })
}

// The agents that have an operation, or of which nobody knows what they have.
type HoldersOf = (operation: string) => readonly AgentView[]
type World = Readonly<{ surface: RunningSurface; principal: Principal; holdersOf: HoldersOf }>

// Which agents have what, found once for each state of a fleet: a large one is asked a hundred times for each page.
function createHolders(fleet: Fleet): Readonly<{ of(organisation: string): HoldersOf; close(): void }> {
  const kept = new Map<string, HoldersOf>()
  const close = fleet.onEvent((event) => kept.delete(event.organisation))
  return Object.freeze({
    close,
    of(organisation: string): HoldersOf {
      const known = kept.get(organisation)
      if (known !== undefined) return known
      const agents = fleet.agents(organisation)
      const silent = agents.filter(({ connectors }) => connectors.length === 0)
      const byOperation = new Map<string, AgentView[]>()
      for (const agent of agents)
        for (const id of new Set(agent.connectors.flatMap(operationIdsOf))) {
          const others = byOperation.get(id)
          if (others === undefined) byOperation.set(id, [...silent, agent])
          else others.push(agent)
        }
      const holdersOf = (operation: string) => byOperation.get(operation) ?? silent
      kept.set(organisation, holdersOf)
      return holdersOf
    },
  })
}

function operationIdsOf({ operations, denied }: AgentView['connectors'][number]): readonly string[] {
  return [...operations, ...denied].map(({ id }) => id)
}

function toItem(tool: Tool, { surface, principal, holdersOf }: World): CatalogItem {
  const { gate } = surface
  const [row] = toCatalogRows([tool], (operation) => gate.standingOf(principal.organisation, operation))
  const verdict = gate.judge(tool, principal)
  return {
    tool: tool.name,
    title: tool.title,
    description: tool.description,
    when: tool.when ?? [],
    family: row?.family ?? 'vedette',
    tier: tool.tier,
    standing: row?.standing ?? 'own',
    announced: verdict.kind === 'open',
    admission: verdict.kind === 'outside' ? toOutside(tool, principal) : toAdmission(tool.tier, principal),
    operations: tool.needs === null ? [] : operationsOf(tool.needs),
    connect: row?.connect ?? [],
    why: verdict.kind === 'open' ? [] : groupWhy(sourcesOf(tool, holdersOf)),
  }
}

function toOutside(tool: Tool, principal: Principal): CatalogItem['admission'] {
  return toAdmission(tool.tier, principal) === 'not_offered' ? 'not_offered' : 'outside'
}

// Every place that has an operation of the tool, or would, with its word; `read` stands for: would be asked.
function sourcesOf({ needs }: Tool, holdersOf: HoldersOf): readonly Source[] {
  if (needs === null) return []
  return operationsOf(needs).flatMap((id) => {
    const operation = findOperation(id)
    return operation === undefined ? [] : toPlannedSources(holdersOf(id), operation, { state: 'read' })
  })
}

function groupWhy(sources: readonly Source[]): CatalogItem['why'] {
  const blind = sources.filter(({ state }) => state !== 'read')
  const groups = Map.groupBy(blind, (source) => `${source.state} ${toDetail(source) ?? ''}`)
  return [...groups.values()]
    .map((group) => {
      const [first] = group
      if (first === undefined) throw new TypeError('a group is never empty')
      return { state: first.state, detail: toDetail(first), places: group.length }
    })
    .sort((a, b) => b.places - a.places)
}

const DETAILS = ['rule', 'code', 'reason', 'missing', 'why'] as const

// The one closed word that says more than the state does.
function toDetail(source: Source): string | null {
  const facts: Readonly<Record<string, unknown>> = source
  const found = DETAILS.map((key) => facts[key]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : null
}
