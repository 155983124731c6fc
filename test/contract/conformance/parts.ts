import { inputRequired, ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { PICTURE } from './beside.ts'
import { ask, textOf } from './inputs.ts'

const RESOURCES = [
  { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain', text: 'A text.' },
  { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png', blob: PICTURE },
  { uri: 'test://watched-resource', name: 'watched-resource', mimeType: 'text/plain', text: 'Watched.' },
]

const PROMPTS = [
  { name: 'test_simple_prompt' },
  { name: 'test_prompt_with_arguments', arguments: [toArgument('arg1'), toArgument('arg2')] },
  { name: 'test_prompt_with_embedded_resource', arguments: [toArgument('resourceUri')] },
  { name: 'test_prompt_with_image' },
  { name: 'test_input_required_result_prompt' },
].map((prompt) => ({
  title: prompt.name,
  description: `What the suite expects of ${prompt.name}.`,
  ...prompt,
}))

/** Puts prompts, resources, completion and logging beside the tools, as the suite expects them. */
export function mountParts(server: Server): void {
  server.registerCapabilities({ prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} })
  mountResources(server)
  mountPrompts(server)
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0 } }))
}

function mountResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({
    resources: RESOURCES.map(({ uri, name, mimeType }) => ({ uri, name, mimeType })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const found = RESOURCES.find((one) => one.uri === uri)
    if (found !== undefined) {
      const { name: _, ...contents } = found
      return { contents: [contents] }
    }
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
    if (id === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'there is no such resource', { uri })
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    return { contents: [{ uri, mimeType: 'application/json', text }] }
  })
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
}

function mountPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }))
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const { arg1, arg2, resourceUri = 'test://embedded' } = params.arguments ?? {}
    switch (params.name) {
      case 'test_simple_prompt':
        return toMessages({ type: 'text', text: 'A simple prompt.' })
      case 'test_prompt_with_arguments':
        return toMessages({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` })
      case 'test_prompt_with_embedded_resource':
        return toMessages({
          type: 'resource',
          resource: { uri: resourceUri, mimeType: 'text/plain', text: 'An embedded resource.' },
        })
      case 'test_prompt_with_image':
        return toMessages({ type: 'image', data: PICTURE, mimeType: 'image/png' })
      case 'test_input_required_result_prompt': {
        const said = textOf(context, 'user_context', 'context')
        if (said !== undefined) return toMessages({ type: 'text', text: said })
        return inputRequired({ inputRequests: { user_context: ask('Which context?', 'context') } })
      }
      default:
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'there is no such prompt')
    }
  })
}

type Content =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } }

function toMessages(content: Content) {
  return { messages: [{ role: 'user' as const, content }] }
}

function toArgument(name: string) {
  return { name, description: `The argument ${name}`, required: true }
}
