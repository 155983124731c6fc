import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Tools of other MCP servers that the agent's configuration lets through.
export const attachedToolsList = defineOperation({
  id: 'attached.tools.list',
  title: 'Attached tools',
  describe:
    "Lists the tools of attached MCP servers that the agent's configuration lists, with their schemas; other tools of those servers do not exist here.",
  when: ['other mcp servers', 'attached tools', 'which external tools', 'vendor mcp'],
  contract: 1,
  input: z.strictObject({
    contains: filter('Text in the name or description'),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({
    tools: z.array(
      z.object({
        server: z.string(),
        tool: z.string(),
        title: maybe.freeText,
        description: maybe.freeText,
        input_schema: z.record(z.string(), z.unknown()),
        claims_read_only: maybe.flag,
        // Of name, description, schema and annotations: what a configuration holds a tool to.
        digest: z.string(),
      }),
    ),
    // Tools that the configuration lists and the server does not have now.
    absent: z.array(z.string()),
    total,
  }),
  scope: 'server',
  tier: 'read',
  freshness: 60,
  permissions: { mcp: ['the server and its tools, listed in the configuration of the agent'] },
  proof: 'never: what another server lists is its own claim, so an empty list is unproven',
  since: '0.1.0',
})
