import { inputRequired, type ServerContext } from '@modelcontextprotocol/server'
import { type BesideTool, toText } from './beside.ts'

type Form = Parameters<typeof inputRequired.elicit>[0]

const REPLY: Form['requestedSchema'] = {
  type: 'object',
  properties: { response: { type: 'string', description: 'The answer' } },
  required: ['response'],
}

const DEFAULTS: Form['requestedSchema'] = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
}

const named = (kind: string, words: readonly string[]) =>
  words.map((word, index) => ({ const: `value${index + 1}`, title: `${word} ${kind}` }))

const CHOICES: Form['requestedSchema'] = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: named('Option', ['First', 'Second', 'Third']) },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: {
      type: 'array',
      minItems: 1,
      maxItems: 3,
      items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    },
    titledMulti: {
      type: 'array',
      minItems: 1,
      maxItems: 3,
      items: { anyOf: named('Choice', ['First', 'Second', 'Third']) },
    },
  },
}

// Written once for both eras: in a session the protocol's server asks, and comes back with the answer.
function asking(requestedSchema: Form['requestedSchema']): BesideTool {
  return ({ mcpReq }: ServerContext, { params }) => {
    const answer = mcpReq.inputResponses?.['answer']
    if (answer !== undefined) return toText(`Elicitation completed: ${JSON.stringify(answer)}`)
    const message = String(params.arguments?.['message'] ?? 'Please fill this in')
    return inputRequired({ inputRequests: { answer: inputRequired.elicit({ message, requestedSchema }) } })
  }
}

/** The suite's tools that ask the person or the model at the other end of a session. */
export const SESSION_TOOLS: Readonly<Record<string, BesideTool>> = {
  test_elicitation: asking(REPLY),
  test_elicitation_sep1034_defaults: asking(DEFAULTS),
  test_elicitation_sep1330_enums: asking(CHOICES),
  test_sampling: ({ mcpReq }, { params }) => {
    const said = mcpReq.inputResponses?.['said']
    if (said !== undefined) return toText(`Model response: ${JSON.stringify(said)}`)
    const text = String(params.arguments?.['prompt'] ?? 'Say something')
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text } }]
    return inputRequired({
      inputRequests: { said: inputRequired.createMessage({ messages, maxTokens: 100 }) },
    })
  },
}
