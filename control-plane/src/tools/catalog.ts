import { type OperationDefinition, toToolName } from '@vedette/proto/operations'
import { invalidArgument } from './error.ts'
import { definitionsOf, type Gate, operationsOf } from './gate.ts'
import { nearestNames } from './nearest.ts'
import { type OwnArguments, parseOwnArguments, sealOwn, toOwnSchema, toPageOf } from './own.ts'
import { familyOf, isAllowed } from './rights.ts'
import type { Standing } from './standing.ts'
import type { Needs, Tool } from './types.ts'

const FILTERS = Object.freeze({
  family: 'Only this family, e.g. metrics',
  tool: 'One tool, whole',
})
const PAGE = 60

export type CatalogRow = Readonly<{
  family: string
  tool: string
  title: string
  // `possible`: nobody has said yet whether it is served.
  standing: Standing
  // Connectors that would serve it once they are configured.
  connect?: readonly string[]
}>

// Everything that could be asked, whether it is served here or not.
export function createCatalogTool(
  parts: Readonly<{ gate: Gate; tools: () => readonly Tool[]; now: () => number }>,
): Tool {
  return Object.freeze({
    name: 'list_catalog',
    title: 'Catalogue of tools',
    description:
      'Lists every tool by family: served here, denied by policy, or what connecting would add. With family, one row a tool; with tool, its whole input schema, defaults included. Every tool that reads also takes detail: full.',
    tier: 'metadata',
    inputSchema: toOwnSchema(FILTERS),
    needs: null,
    async run(written, { principal }) {
      const args = parseOwnArguments(written, Object.keys(FILTERS))
      const allowed = parts.tools().filter((tool) => isAllowed(tool, principal))
      const rows = toCatalogRows(allowed, (operation) =>
        parts.gate.standingOf(principal.organisation, operation),
      )
      const body = args.text.tool === undefined ? toList(rows, args) : toWhole(args.text, allowed, rows)
      return sealOwn({
        tool: 'list_catalog',
        args,
        body,
        items: args.text.tool === undefined ? rows.length : 1,
        now: parts.now(),
        narrow: ['family', 'page'],
      })
    },
  })
}

function toList(rows: readonly CatalogRow[], { text: { family }, page }: OwnArguments) {
  const families = [...new Set(rows.map((row) => row.family))]
  if (family !== undefined && !families.includes(family)) throw unknownFamily(family, families)
  return family === undefined ? toFamilies(rows) : toTools(rows, family, page)
}

// One tool with all that tools/list leaves out of it.
function toWhole(
  { family, tool: name = '' }: OwnArguments['text'],
  tools: readonly Tool[],
  rows: readonly CatalogRow[],
) {
  if (family !== undefined)
    throw invalidArgument({
      field: 'family',
      message: 'family and tool do not go together',
      fix: 'leave out family',
    })
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) throw unknownTool(name, tools)
  const { title, description, when = [], tier, inputSchema } = tool
  const row = rows.find((one) => one.tool === name)
  return { tool: name, title, description, when, tier, ...row, input_schema: inputSchema }
}

// One row per tool that needs infrastructure, in the order of the tools.
export function toCatalogRows(
  tools: readonly Tool[],
  standingOf: (operation: string) => Standing,
): readonly CatalogRow[] {
  return tools.flatMap((tool): readonly CatalogRow[] => {
    if (tool.needs === null) return []
    const definitions = definitionsOf(tool.needs)
    const standing = toStanding(tool.needs, standingOf)
    const connect = standing === 'missing' ? connectorsOf(definitions) : []
    return [
      {
        family: toFamily(tool, definitions),
        tool: tool.name,
        title: tool.title,
        standing,
        ...(connect.length === 0 ? {} : { connect }),
      },
    ]
  })
}

// A tool over many operations belongs to none of their families.
function toFamily({ name }: Tool, [first]: readonly OperationDefinition[]): string {
  return first !== undefined && toToolName(first.id) === name ? familyOf(first.id) : 'analyses'
}

// As the gate would judge: what a tool cannot do without decides; else the best of all that it reads.
function toStanding(needs: Needs, standingOf: (operation: string) => Standing): Standing {
  const inputs = (needs.input ?? []).map(standingOf)
  const runs = (standing: Standing) => standing === 'served' || standing === 'possible'
  const inputRuns = inputs.length === 0 || (needs.input_any === true ? inputs.some(runs) : inputs.every(runs))
  if (!inputRuns) return bestOf(inputs.filter((standing) => !runs(standing)))
  return bestOf(operationsOf(needs).map(standingOf))
}

const BEST_FIRST: readonly Standing[] = ['served', 'possible', 'denied', 'missing']

function bestOf(standings: readonly Standing[]): Standing {
  return BEST_FIRST.find((one) => standings.includes(one)) ?? 'missing'
}

function connectorsOf(definitions: readonly OperationDefinition[]): readonly string[] {
  return [...new Set(definitions.flatMap((one) => Object.keys(one.permissions)))].sort()
}

function toFamilies(rows: readonly CatalogRow[]) {
  const groups = Map.groupBy(rows, (row) => row.family)
  const count = (group: readonly CatalogRow[], standing: Standing) =>
    group.filter((row) => row.standing === standing).length
  return {
    families: [...groups].map(([family, group]) => ({
      family,
      tools: group.length,
      served: count(group, 'served'),
      possible: count(group, 'possible'),
      denied: count(group, 'denied'),
      missing: count(group, 'missing'),
      connect: [...new Set(group.flatMap((row) => row.connect ?? []))],
    })),
    total: groups.size,
  }
}

function toTools(rows: readonly CatalogRow[], family: string, page: number) {
  const { shown, ...rest } = toPageOf(
    rows.filter((row) => row.family === family),
    page,
    PAGE,
  )
  return { tools: shown.map(({ family: _, ...row }) => row), ...rest }
}

function unknownFamily(family: string, families: readonly string[]): Error {
  return invalidArgument({
    field: 'family',
    message: 'there is no such family',
    fix: `did you mean ${nearestNames(family, families, 1)[0] ?? 'none'}?`,
    choices: families,
  })
}

function unknownTool(name: string, tools: readonly Tool[]): Error {
  const choices = nearestNames(
    name,
    tools.map((tool) => tool.name),
  )
  return invalidArgument({
    field: 'tool',
    message: 'there is no such tool',
    fix: `did you mean ${choices[0] ?? 'none'}?`,
    choices,
  })
}
