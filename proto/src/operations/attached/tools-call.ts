import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe } from '../values.ts'

// What a tool of another MCP server answered.
export const attachedToolsCall = defineOperation({
  id: 'attached.tools.call',
  title: 'Call an attached tool',
  describe:
    'Calls one listed tool of an attached MCP server and gives what it answered: capped, redacted, untrusted. Asks a person first unless the token is automatic.',
  when: ['call an attached tool', 'ask another mcp server', 'vendor tool'],
  contract: 1,
  input: z.strictObject({
    tool: wanted('Tool name, as attached_tools_list gives it'),
    arguments: z
      .record(z.string().min(1).max(128), z.unknown())
      .default({})
      .describe("Arguments by the tool's own schema"),
  }),
  output: z.object({
    tool: z.string(),
    server_version: maybe.text,
    is_error: z.boolean(),
    content: z.array(
      z.object({
        kind: z.enum(['text', 'resource', 'link', 'omitted']),
        text: maybe.freeText,
        mime_type: maybe.text,
        url: maybe.url,
        size_bytes: maybe.number,
      }),
    ),
    structured: z.record(z.string(), z.unknown()).nullable(),
  }),
  scope: 'server',
  tier: 'protected_read',
  freshness: 0,
  permissions: { mcp: ['the server and its tools, listed in the configuration of the agent'] },
  proof: 'never: an empty result of another server is unproven',
  sensitive: true,
  since: '0.1.0',
})
