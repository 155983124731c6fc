import { randomBytes } from 'node:crypto'
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { type BesideTool, toText } from './beside.ts'

type State = Readonly<{ step: string; name?: string }>

const states = createRequestStateCodec<State>({ key: randomBytes(32) })

/** A question with one field of text, and what was accepted for it. */
export const ask = (message: string, field: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
  })

/** The text accepted for a field of a question; undefined when there is none. */
export function textOf({ mcpReq }: ServerContext, key: string, field: string): string | undefined {
  const value = acceptedContent(mcpReq.inputResponses, key)?.[field]
  return typeof value === 'string' ? value : undefined
}

const CONFIRM = inputRequired.elicit({
  message: 'Confirm?',
  requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
})

const sample = (text: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 100,
  })

const hasAll = ({ mcpReq }: ServerContext, requests: InputRequests) =>
  Object.keys(requests).every((key) => mcpReq.inputResponses?.[key] !== undefined)

// Asks until every request is answered; the step comes back signed.
function asking(requests: InputRequests, step: string | null): BesideTool {
  return async (context) => {
    const state = step === null ? undefined : await readState(context)
    if (hasAll(context, requests) && (step === null || state?.step === step))
      return toText('state-ok: answered')
    if (step === null) return inputRequired({ inputRequests: requests })
    return inputRequired({ inputRequests: requests, requestState: await states.mint({ step }) })
  }
}

// The state that a client sends back, refused when it is not as it was sent.
async function readState(context: ServerContext): Promise<State | undefined> {
  const state = context.mcpReq.requestState<string>()
  if (state === undefined) return undefined
  try {
    return await states.verify(state, context)
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'requestState is not as it was sent')
  }
}

const askTwice: BesideTool = async (context) => {
  const state = await readState(context)
  const name = textOf(context, 'step1', 'name') ?? state?.name
  const color = textOf(context, 'step2', 'color')
  if (name === undefined || state === undefined) {
    const requestState = await states.mint({ step: 'first' })
    return inputRequired({ inputRequests: { step1: ask('What is your name?', 'name') }, requestState })
  }
  if (color !== undefined && state.step === 'second') return toText(`${name} likes ${color}`)
  const requestState = await states.mint({ step: 'second', name })
  return inputRequired({ inputRequests: { step2: ask('Which colour?', 'color') }, requestState })
}

const askWhatIsSupported: BesideTool = async (context) => {
  const known = capabilitiesOf(context)
  const inputRequests = {
    ...(known?.elicitation === undefined ? {} : { elicit_input: ask('A value?', 'value') }),
    ...(known?.sampling === undefined ? {} : { sample_input: sample('Say anything') }),
  }
  if (Object.keys(inputRequests).length === 0 || hasAll(context, inputRequests))
    return toText('asked as supported')
  return inputRequired({ inputRequests })
}

const needSampling: BesideTool = (context) => {
  if (capabilitiesOf(context)?.sampling !== undefined) return toText('sampling is there')
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
}

function capabilitiesOf({ mcpReq }: ServerContext) {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  // The protocol's server has checked it.
  return envelope[CLIENT_CAPABILITIES_META_KEY] as
    | Readonly<{ elicitation?: object; sampling?: object }>
    | undefined
}

/** The suite's tools that ask back in the stateless revision: the client calls again with the answers. */
export const INPUT_TOOLS: Readonly<Record<string, BesideTool>> = {
  test_input_required_result_elicitation: (context) => {
    const name = textOf(context, 'user_name', 'name')
    if (name !== undefined) return toText(`Hello, ${name}!`)
    return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } })
  },
  test_input_required_result_sampling: asking({ question: sample('What is the capital of France?') }, null),
  test_input_required_result_list_roots: asking({ client_roots: inputRequired.listRoots() }, null),
  test_input_required_result_request_state: asking({ confirm: CONFIRM }, 'confirm'),
  test_input_required_result_tampered_state: asking({ confirm: CONFIRM }, 'tamper'),
  test_input_required_result_multiple_inputs: asking(
    {
      user_name: ask('What is your name?', 'name'),
      greeting: sample('Greet somebody'),
      client_roots: inputRequired.listRoots(),
    },
    'many',
  ),
  test_input_required_result_multi_round: askTwice,
  test_input_required_result_capabilities: askWhatIsSupported,
  test_missing_capability: needSampling,
}
