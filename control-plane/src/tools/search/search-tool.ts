import { invalidArgument } from '../error.ts'
import type { Gate, MissingOperation } from '../gate.ts'
import { parseOwnArguments, sealOwn } from '../own.ts'
import type { Tool } from '../types.ts'
import { CALL_TOOL, SEARCH_TOOL } from './discovery.ts'
import { createSearchIndex } from './rank.ts'

// Matches of one search at most.
const MATCHES = 8

export type FinderParts = Readonly<{ gate: Gate; tools: readonly Tool[]; now(): number }>

// The two tools of an on-demand list. The second is answered by the surface, as the tool that it names.
export function createFinderTools(parts: FinderParts): readonly Tool[] {
  return Object.freeze([createSearchTool(parts), CALL])
}

// Finds tools by what is asked, whether served or not; what nobody serves says what it would need.
function createSearchTool({ gate, tools, now }: FinderParts): Tool {
  const index = createSearchIndex(tools)
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return Object.freeze({
    name: SEARCH_TOOL,
    title: 'Search of tools',
    description: `Finds tools by what you want to know, in your own words; returns their names and input schemas. Call one by its name, or through ${CALL_TOOL}.`,
    tier: 'metadata',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What you want to know' } },
      required: ['query'],
    },
    needs: null,
    async run(written, { principal, reveal }) {
      const args = parseOwnArguments(written, ['query'])
      const { query } = args.text
      if (query === undefined)
        throw invalidArgument({
          field: 'query',
          message: 'query is missing',
          fix: 'say what you want to know',
        })
      const inside = index.search(query, tools.length).flatMap(({ name }) => {
        const tool = byName.get(name)
        const verdict = tool === undefined ? null : gate.judge(tool, principal)
        return tool === undefined || verdict === null || verdict.kind === 'outside' ? [] : [{ tool, verdict }]
      })
      const shown = inside.slice(0, MATCHES)
      reveal?.(shown.flatMap(({ tool, verdict }) => (verdict.kind === 'open' ? [tool.name] : [])))
      const matches = shown.map(({ tool, verdict }) =>
        verdict.kind === 'open' ? toOpenMatch(tool) : toHiddenMatch(tool, verdict.missing),
      )
      const body = { matches, total: inside.length }
      return sealOwn({ tool: SEARCH_TOOL, args, body, items: matches.length, now: now(), narrow: ['query'] })
    },
  })
}

function toOpenMatch({ name, title, description, inputSchema }: Tool) {
  return { name, title, description, served: true, input_schema: inputSchema }
}

function toHiddenMatch({ name, title }: Tool, missing: readonly MissingOperation[]) {
  return { name, title, served: false, would_need: missing }
}

const CALL: Tool = Object.freeze({
  name: CALL_TOOL,
  title: 'Call of a tool',
  description: `Calls a tool by name, listed or not, with its arguments; ${SEARCH_TOOL} tells both.`,
  tier: 'metadata',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Name of the tool' },
      arguments: { type: 'object', description: 'As its input schema says' },
    },
    required: ['name'],
  },
  needs: null,
  async run() {
    throw invalidArgument({
      field: 'name',
      message: 'name must be the name of another tool',
      fix: `find one with ${SEARCH_TOOL}`,
    })
  },
})
