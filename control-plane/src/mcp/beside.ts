import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server'
import { RUNBOOKS_TOOL, type Runbook, type Runbooks, RunbooksError } from '../runbooks/index.ts'
import type { Principal } from '../store/types.ts'
import { CALL_BUDGET_MS, type RunningSurface } from '../tools/index.ts'
import { offerPrompts, renderPrompt } from './prompts.ts'
import type { McpExtension } from './types.ts'

const SCHEME = 'runbook:///'
const MARKDOWN = 'text/markdown'
const LIST_TTL_MS = 30_000

export type BesideParts = Readonly<{ surface: RunningSurface; runbooks: Runbooks }>

// What stands beside the tools: prompts that name what this principal is announced, and runbooks as resources. Both
// lists have one page. Reading a runbook is a call of its tool, and audited as one.
export function createBeside({ surface, runbooks }: BesideParts): McpExtension {
  const announcedTo = (principal: Principal): ReadonlySet<string> =>
    new Set(surface.announced(principal).map(({ name }) => name))

  async function listRunbooks(principal: Principal): Promise<readonly Runbook[]> {
    if (!runbooks.has(principal.organisation) || !announcedTo(principal).has(RUNBOOKS_TOOL)) return []
    try {
      return await runbooks.list(principal.organisation)
    } catch (error) {
      if (!(error instanceof RunbooksError)) throw error
      // An empty list would say that there are none.
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'the folder of runbooks cannot be read')
    }
  }

  async function readRunbook(uri: string, principal: Principal, context: ServerContext): Promise<Runbook> {
    const found = (await listRunbooks(principal)).find((one) => toUri(one.name) === uri)
    if (found === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'there is no such resource: use resources/list',
      )
    const result = await surface.call(
      RUNBOOKS_TOOL,
      { name: found.name },
      {
        ...{ principal, signal: context.mcpReq.signal, budget_ms: CALL_BUDGET_MS, client: 'mcp' },
        progress: () => {},
      },
    )
    if (result.kind === 'answer') return found
    throw new ProtocolError(ProtocolErrorCode.InternalError, result.error.message)
  }

  return (server, { principalOf }) => {
    server.registerCapabilities({ prompts: {}, resources: {} })
    server.setRequestHandler('prompts/list', (request, context) => {
      refuseCursor(request.params?.cursor)
      const prompts = offerPrompts(announcedTo(principalOf(context))).map((one) => ({
        ...{ name: one.name, title: one.title, description: one.description },
        arguments: one.arguments.map((argument) => ({ ...argument })),
      }))
      return { prompts, ttlMs: LIST_TTL_MS, cacheScope: 'private' as const }
    })
    server.setRequestHandler('prompts/get', ({ params }, context) => {
      const announced = announcedTo(principalOf(context))
      const prompt = offerPrompts(announced).find((one) => one.name === params.name)
      if (prompt === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'there is no such prompt: use prompts/list')
      const rendered = renderPrompt(prompt, params.arguments ?? {}, announced)
      if ('fault' in rendered) throw new ProtocolError(ProtocolErrorCode.InvalidParams, rendered.fault)
      const content = { type: 'text' as const, text: rendered.text }
      return { description: prompt.description, messages: [{ role: 'user' as const, content }] }
    })
    server.setRequestHandler('resources/list', async (request, context) => {
      refuseCursor(request.params?.cursor)
      const resources = (await listRunbooks(principalOf(context))).map((one) => ({
        ...{ uri: toUri(one.name), name: one.name, title: one.title, mimeType: MARKDOWN },
        ...{
          description: 'A runbook, written by people of the organisation',
          size: Buffer.byteLength(one.text),
        },
      }))
      return { resources, ttlMs: LIST_TTL_MS, cacheScope: 'private' as const }
    })
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
    server.setRequestHandler('resources/read', async ({ params }, context) => {
      const found = await readRunbook(params.uri, principalOf(context), context)
      const contents = [{ uri: params.uri, mimeType: MARKDOWN, text: found.text }]
      return { contents, ttlMs: 0, cacheScope: 'private' as const }
    })
  }
}

function toUri(name: string): string {
  return `${SCHEME}${name.split('/').map(encodeURIComponent).join('/')}`
}

function refuseCursor(cursor: string | undefined): void {
  if (cursor !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'the list has one page: leave out cursor')
}
