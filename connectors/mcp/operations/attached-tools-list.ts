import { matchVisible, sliceByKey, tellReading, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { attachedToolsList } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import { type McpClient, toScope } from '../client.ts'

const MAX_SCHEMA = 32_768

// The configured tools that the server has unchanged. A changed one is not shown, its description least of all: its
// part says that it cannot be used.
export const serveAttachedToolsList = serve(attachedToolsList, (client: McpClient, input, context) =>
  client.run(context, async (session) => {
    const seen = await session.listTools()
    const usable = seen.filter(
      ({ isKnown, tool }) =>
        isKnown &&
        (matchVisible(context, tool.name, input.contains) ||
          matchVisible(context, tool.description ?? '', input.contains)),
    )
    const page = sliceByKey(usable, ({ tool }) => [tool.name], input)
    const tools = page.rows.map(({ tool, digest }) => ({
      ...{ server: client.instance, tool: tool.name, digest },
      title: tool.title ?? tool.annotations?.title ?? null,
      description: tool.description?.slice(0, 4096) ?? null,
      input_schema: JSON.stringify(tool.inputSchema).length > MAX_SCHEMA ? {} : { ...tool.inputSchema },
      claims_read_only: tool.annotations?.readOnlyHint ?? null,
    }))
    const isShort = page.rows.some(({ tool }) => JSON.stringify(tool.inputSchema).length > MAX_SCHEMA)
    const names = new Set(seen.map(({ tool }) => tool.name))
    const beside = seen
      .filter((one) => !one.isKnown)
      .map(
        ({ tool }): Part => ({
          ...{ scope: { tool: tool.name }, state: 'unusable' },
          ...{ why: 'schema_mismatch', code: 'tool_changed', as_of: toRfc3339(context.clock.now()) },
        }),
      )
    return tellReading(
      {
        tools,
        absent: client.config.tools.map(({ name }) => name).filter((name) => !names.has(name)),
        total: page.total,
      },
      {
        ...{ context, scope: toScope(client), items: tools.length, beside },
        ...{ total: page.total, cursor: page.cursor, cut: isShort ? 'rows' : undefined },
        evidence: { unproven: 'claim_of_another_server' },
      },
    )
  }),
)
