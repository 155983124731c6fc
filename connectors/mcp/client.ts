import type { Client, Tool } from '@modelcontextprotocol/client'
import { type ByteClient, createByteClient, parseBoundedJson, withDeadline } from '@vedette/connectors/kit'
import { canonicalJson } from '@vedette/proto/canonical'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import type { AllowedTool, McpConfig } from './config.ts'
import { judgeAnswer, toProtocolFailure } from './errors.ts'
import { pickMessage } from './events.ts'

// A tool as its server tells it now, with what the configuration says of it.
export type SeenTool = Readonly<{
  allowed: AllowedTool
  tool: Tool
  digest: string
  // False when it is not the tool that the operator, or the first look, let through.
  isKnown: boolean
}>

export type Answered = Readonly<{
  isError: boolean
  content: readonly Readonly<Record<string, unknown>>[]
  structured: Readonly<Record<string, unknown>> | null
}>

export type McpSession = Readonly<{
  version: string | null
  // The configured tools that the server has, in the configuration's order; every page is read.
  listTools(): Promise<readonly SeenTool[]>
  callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<Answered>
}>

export type McpClient = Readonly<{
  instance: string
  config: McpConfig
  // Opens the server, runs `work` and lets go of its sockets. Throws SourceError.
  run<T>(context: CallContext, work: (session: McpSession) => Promise<T>): Promise<T>
}>

const MAX_PAGES = 20
// The deadline is the kit's; the library's own timer must never be the first.
const NEVER_FIRST_MS = 600_000

// Makes the client of one MCP server; no network or secret is touched until the first question.
export function connectMcp(config: McpConfig, context: ConnectContext): McpClient {
  const firstSeen = new Map<string, string>()
  return {
    instance: context.instance,
    config,
    run: (call, work) =>
      withDeadline(call, async (signal) => {
        const bearer = config.bearer === undefined ? undefined : await context.readSecret(config.bearer)
        const ca =
          config.ca_file === undefined ? undefined : await context.readSecret({ file: config.ca_file })
        const url = new URL(config.url)
        const http = createByteClient({
          name: context.instance,
          allows: (asked) => asked.href === url.href,
          ...(ca === undefined ? {} : { tls: { ca } }),
        })
        // The first failure of the source, which the library would tell in its own words.
        const failed: SourceError[] = []
        const fetch = createFetch({ http, bearer, credential: context.instance, failed }, { ...call, signal })
        try {
          signal.throwIfAborted()
          const client = await open(url, fetch)
          return await work(createSession(client, config, firstSeen))
        } catch (error) {
          throw failed[0] ?? (isOurs(error) ? error : toProtocolFailure(error))
        } finally {
          http.close()
        }
      }),
  }
}

// The scope of what an instance says.
export function toScope({ instance }: McpClient): Scope {
  return { server: instance }
}

// The library is loaded here, on first use.
async function open(url: URL, fetch: FetchLike): Promise<Client> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const client = new Client(
    { name: 'vedette', version: '0.1.0' },
    { versionNegotiation: { mode: 'auto' }, capabilities: {}, inputRequired: { autoFulfill: false } },
  )
  await client.connect(new StreamableHTTPClientTransport(url, { fetch }), { timeout: NEVER_FIRST_MS })
  return client
}

function createSession(client: Client, config: McpConfig, firstSeen: Map<string, string>): McpSession {
  return {
    version: client.getServerVersion()?.version.slice(0, 64) ?? null,
    async listTools() {
      const told = new Map<string, Tool>()
      let cursor: string | undefined
      for (let page = 0; page === 0 || cursor !== undefined; page += 1) {
        if (page === MAX_PAGES) throw new SourceError('unusable', { why: 'too_large', code: 'tool_pages' })
        const params = cursor === undefined ? {} : { cursor }
        const { tools, nextCursor } = await client.request(
          { method: 'tools/list', params },
          { timeout: NEVER_FIRST_MS },
        )
        for (const tool of tools) {
          // Two tools of one name: which of them would be called is not known.
          if (told.has(tool.name))
            throw new SourceError('unusable', { why: 'schema_mismatch', code: 'tool_twice' })
          told.set(tool.name, tool)
        }
        cursor = nextCursor
      }
      const seen: SeenTool[] = []
      for (const allowed of config.tools) {
        const tool = told.get(allowed.name)
        if (tool === undefined) continue
        const digest = await toDigest(tool)
        const expected = allowed.digest ?? firstSeen.get(tool.name) ?? digest
        firstSeen.set(tool.name, expected)
        seen.push({ allowed, tool, digest, isKnown: digest === expected })
      }
      return seen
    },
    async callTool(name, args) {
      const result = await client.request(
        { method: 'tools/call', params: { name, arguments: { ...args } } },
        { timeout: NEVER_FIRST_MS },
      )
      if (!Array.isArray(result.content)) throw new SourceError('unusable', { why: 'unexpected_kind' })
      const structured: unknown = result.structuredContent
      return {
        isError: result.isError === true,
        content: result.content,
        structured: isRecord(structured) ? structured : null,
      }
    },
  }
}

// Of everything that tells a model what a tool does and takes: another description is another tool.
async function toDigest({ name, title, description, inputSchema, annotations }: Tool): Promise<string> {
  const told = { name, title, description, inputSchema, annotations }
  const defined = JSON.parse(JSON.stringify(told)) as Record<string, unknown> // it was an object
  const bytes = new TextEncoder().encode(canonicalJson(defined))
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>
type FetchParts = Readonly<{
  http: ByteClient
  bearer: string | undefined
  credential: string
  failed: SourceError[]
}>

// The library's requests over the kit: one POST a message, its whole answer read and judged before the library sees it.
function createFetch({ http, bearer, credential, failed }: FetchParts, context: CallContext): FetchLike {
  return async (url, init = {}) => {
    // No stream beside the answers, and nothing that the server could ask of us over one.
    if (init.method !== 'POST' || typeof init.body !== 'string') return new Response(null, { status: 405 })
    const message: unknown = JSON.parse(init.body)
    const headers = {
      ...Object.fromEntries(new Headers(init.headers)),
      'accept-encoding': 'gzip, deflate, br',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    }
    try {
      const request = {
        method: 'POST',
        url: new URL(url),
        headers,
        body: init.body,
        context,
        retry: false,
      } as const
      return await http.send(request, (answer) => {
        const { status, headers: told, bytes } = judgeAnswer(answer, { credential, at: context.clock.now() })
        const type = told['content-type'] ?? ''
        const isStream = /^text\/event-stream\b/i.test(type)
        const id = isRecord(message) ? message['id'] : undefined
        const text = new TextDecoder().decode(bytes)
        if (status === 202 && id !== undefined) throw new SourceError('unusable', { why: 'unexpected_kind' })
        const picked = isStream && id !== undefined ? pickMessage(text, id) : text
        if (isStream && id !== undefined) parseBoundedJson(Buffer.from(picked))
        const kept = { 'content-type': isStream ? 'application/json' : type, ...sessionOf(told) }
        return new Response(status === 202 ? null : picked, { status, headers: kept })
      })
    } catch (error) {
      if (error instanceof SourceError) failed.push(error)
      throw error
    }
  }
}

function sessionOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const id = headers['mcp-session-id']
  return id === undefined ? {} : { 'mcp-session-id': id }
}

function isOurs(error: unknown): boolean {
  return error instanceof Error && (error.name === 'ArgumentError' || error.name === 'SourceError')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
