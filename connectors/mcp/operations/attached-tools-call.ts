import { notFound, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { attachedToolsCall } from '@vedette/proto/operations'
import type { z } from 'zod'
import { type McpClient, toScope } from '../client.ts'
import { checkArguments, checkCallable } from '../judge.ts'

type Block = z.input<typeof attachedToolsCall.output>['content'][number]

const MAX_BLOCKS = 100
const MAX_TEXT = 262_144
const MAX_STRUCTURED = 262_144
const NONE = { text: null, mime_type: null, url: null, size_bytes: null }

// Calls one configured tool once, after looking that it is still the same and only reads. What another server says is
// its own claim: an error or nothing at all is unproven.
export const serveAttachedToolsCall = serve(attachedToolsCall, async (client: McpClient, input, context) => {
  const allowed = client.config.tools.find(({ name }) => name === input.tool)
  if (allowed === undefined) throw notFound('tool')
  checkArguments(allowed, input.arguments)
  return client.run(context, async (session) => {
    checkCallable(await session.listTools(), input.tool)
    const answer = await session.callTool(input.tool, input.arguments)
    const { blocks, isCut } = takeBlocks(answer.content)
    const structured = answer.structured
    const isLarge = structured !== null && JSON.stringify(structured).length > MAX_STRUCTURED
    const kept = isLarge ? null : structured
    return tellReading(
      {
        ...{ tool: input.tool, server_version: session.version, is_error: answer.isError },
        ...{ content: blocks, structured: kept === null ? null : { ...kept } },
      },
      {
        ...{ context, scope: toScope(client), items: blocks.length + (kept === null ? 0 : 1) },
        evidence: { unproven: 'claim_of_another_server' },
        doubt: answer.isError ? 'the_tool_answered_an_error' : undefined,
        cut: isCut || isLarge ? 'rows' : undefined,
      },
    )
  })
})

type Raw = Readonly<Record<string, unknown>>

function takeBlocks(content: readonly Raw[]): Readonly<{ blocks: Block[]; isCut: boolean }> {
  let left = MAX_TEXT
  let isCut = content.length > MAX_BLOCKS
  const blocks = content.slice(0, MAX_BLOCKS).map((raw): Block => {
    const block = toBlock(raw)
    if (block.kind === 'omitted') isCut = true
    const text = block.text ?? null
    if (text === null || text.length <= left) {
      left -= text?.length ?? 0
      return block
    }
    isCut = true
    const short = text.slice(0, left)
    left = 0
    return { ...block, text: short, size_bytes: Buffer.byteLength(text) }
  })
  return { blocks, isCut }
}

// Text, links and texts of resources are kept; pictures, sounds and bytes are named and left out.
function toBlock(raw: Raw): Block {
  const mime_type = textOf(raw, 'mimeType')
  switch (raw['type']) {
    case 'text':
      return { ...NONE, kind: 'text', text: textOf(raw, 'text') }
    case 'resource_link':
      return { ...NONE, kind: 'link', text: textOf(raw, 'name'), mime_type, url: textOf(raw, 'uri') }
    case 'resource': {
      const resource = raw['resource']
      const inner = typeof resource === 'object' && resource !== null ? { ...resource } : {}
      const text = textOf(inner, 'text')
      const about = { ...NONE, mime_type: textOf(inner, 'mimeType'), url: textOf(inner, 'uri') }
      if (text !== null) return { ...about, kind: 'resource', text }
      return { ...about, kind: 'omitted', size_bytes: sizeOf(textOf(inner, 'blob')) }
    }
    default:
      return { ...NONE, kind: 'omitted', mime_type, size_bytes: sizeOf(textOf(raw, 'data')) }
  }
}

function textOf(raw: Raw, key: string): string | null {
  const value = raw[key]
  return typeof value === 'string' ? value : null
}

function sizeOf(base64: string | null): number | null {
  return base64 === null ? null : Math.floor((base64.length * 3) / 4)
}
