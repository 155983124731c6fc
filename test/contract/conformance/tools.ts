import { type Tool, type ToolContext, ToolFault } from '@vedette/control-plane/tools'
import { sealOwn } from '../../../control-plane/src/tools/own.ts'

const NOTHING = { type: 'object', properties: {} }

// Keywords of JSON Schema 2020-12 that a list must carry unchanged.
const WIDE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const PLAIN: Readonly<Record<string, Partial<Tool>>> = {
  test_simple_text: {},
  json_schema_2020_12_tool: { inputSchema: WIDE_SCHEMA },
  test_error_handling: {
    run: async () => {
      throw new ToolFault({ code: 'failed', message: 'this tool always fails', retryable: false })
    },
  },
  test_tool_with_progress: { run: runWithProgress },
  test_streaming_elicitation: { run: runWithProgress },
}

/** The suite's tools that the product's own surface serves, and the names of those that `beside` answers. */
export function createFixtureTools(beside: readonly string[]): readonly Tool[] {
  const names = [...Object.keys(PLAIN), ...beside]
  return names.map((name) => ({
    name,
    title: name,
    description: `What the conformance suite expects of ${name}.`,
    tier: 'metadata',
    inputSchema: NOTHING,
    needs: null,
    run: async () => seal(name),
    ...PLAIN[name],
  }))
}

async function runWithProgress(_args: unknown, context: ToolContext): ReturnType<Tool['run']> {
  for (const done of [0, 50, 100]) {
    context.progress(done, 100, `${done} of 100`)
    // Each report leaves before the next.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return seal('test_tool_with_progress')
}

function seal(tool: string) {
  const args = { text: {}, page: 1, detail: 'brief' } as const
  return sealOwn({ tool, args, body: { done: true }, items: 1, now: Date.now(), narrow: [] })
}
