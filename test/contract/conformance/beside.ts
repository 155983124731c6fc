import type { CallToolRequest, CallToolResult, ServerContext } from '@modelcontextprotocol/server'

/** A tool of the suite that gives what no tool of the product gives: pictures, sound, logs, questions. */
export type BesideTool = (context: ServerContext, request: CallToolRequest) => Promise<Told> | Told
type Told = CallToolResult | Readonly<{ resultType: 'input_required' }>

/** A PNG of one red pixel, in base64. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
// A WAV file without samples, in base64.
const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

/** A result of one text. */
export function toText(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}

/** The suite's tools with contents of other kinds, and those that write logs. */
export const CONTENT_TOOLS: Readonly<Record<string, BesideTool>> = {
  test_image_content: () => ({ content: [{ type: 'image', data: PICTURE, mimeType: 'image/png' }] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [
      {
        type: 'resource',
        resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'An embedded resource.' },
      },
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Several kinds:' },
      { type: 'image', data: PICTURE, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: { uri: 'test://mixed', mimeType: 'application/json', text: '{"test":"data","value":123}' },
      },
    ],
  }),
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const step of ['started', 'processing', 'completed']) await mcpReq.log('info', `Tool ${step}`)
    return toText('logged')
  },
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log('info', 'Tool started')
    return toText('logged where that was asked for')
  },
}
