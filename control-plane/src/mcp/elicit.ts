import {
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Elicited, ToolContext } from '../tools/index.ts'

// Under which a stateless client sends back what its person said.
const ANSWER = 'approve'
// How long a person may think; afterwards the action waits on the page.
const ASK_MS = 50_000
// Nothing is filled in: accepting is the answer.
const EMPTY_FORM = Object.freeze({ type: 'object', properties: {} } as const)

type Question = Parameters<NonNullable<ToolContext['elicit']>>[0]

export type Asking = Readonly<{
  // What the tools are told of the client; absent where it cannot ask anybody.
  context: Pick<ToolContext, 'elicit' | 'answered'>
  // For a stateless client: what it must ask and then send again with the same call; null when nothing is to be asked.
  required(): InputRequiredResult | null
}>

// How the person in front of a client can be asked: a session is asked while the call waits; a stateless client gets
// the question as its result and calls again. The handle that travels meanwhile is bound to the principal in the store
// and used once, so that an altered one is an unknown one.
export function createAsking(server: Server, context: ServerContext, isStateless: boolean): Asking {
  const none: Asking = { context: {}, required: () => null }
  if (server.getClientCapabilities()?.elicitation === undefined) return none
  if (!isStateless)
    return { context: { elicit: ({ message }) => askSession(context, message) }, required: () => null }
  const id = context.mcpReq.requestState<unknown>()
  const answer = inputResponse(context.mcpReq.inputResponses, ANSWER)
  if (typeof id === 'string' && answer.kind === 'elicit')
    return { context: { answered: { id, said: toElicited(answer.action) } }, required: () => null }
  let question: Question | null = null
  return {
    context: {
      async elicit(asked) {
        question = asked
        return 'later'
      },
    },
    required: () => (question === null ? null : toRequired(question)),
  }
}

function toRequired({ id, message }: Question): InputRequiredResult {
  return inputRequired({
    inputRequests: { [ANSWER]: inputRequired.elicit(toForm(message)) },
    requestState: id,
  })
}

async function askSession(context: ServerContext, message: string): Promise<Elicited> {
  try {
    const { action } = await context.mcpReq.elicitInput(toForm(message), { timeout: ASK_MS })
    return toElicited(action)
  } catch {
    // A client that says it can ask and does not: the action goes on waiting.
    return 'later'
  }
}

function toForm(message: string): ElicitRequestFormParams {
  return { mode: 'form', message, requestedSchema: { ...EMPTY_FORM } }
}

function toElicited(action: 'accept' | 'decline' | 'cancel'): Elicited {
  return action === 'cancel' ? 'later' : action
}
