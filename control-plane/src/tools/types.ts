import type { Tier } from '@vedette/proto/policy'
import type { SealedAnswer } from '../answers/index.ts'
import type { Pending } from '../dispatch/approval.ts'
import type { Principal } from '../store/types.ts'

// Which operations a tool executes, by what it needs them for. `input` null: none is indispensable.
export type Needs = Readonly<{
  input: readonly string[] | null
  // True when any one of `input` is enough.
  input_any?: boolean
  grading: readonly string[]
  enriching: readonly string[]
}>

export type Elicited = 'accept' | 'decline' | 'later'

export type ToolContext = Readonly<{
  principal: Principal
  signal: AbortSignal
  budget_ms: number
  // Told on long work; a no-op where the client cannot hear.
  progress(done: number, total: number, message: string): void
  // The thread that this call belongs to, the id of the call itself, and the program that asks.
  investigation?: string
  call?: string
  client?: string
  // Goes past what was read before.
  fresh?: boolean
  // Where what a person must approve is collected, under one handle for the whole call.
  pending?: Pending
  // Asks the person in front of the client; `later`: they cannot be asked now.
  elicit?(question: Readonly<{ id: string; message: string }>): Promise<Elicited>
  // What that person has answered to an earlier call of the same tool with the same arguments.
  answered?: Readonly<{ id: string; said: Elicited }>
  // Shows more tools to a client whose list may grow.
  reveal?(names: readonly string[]): void
}>

// The one error shape that every surface speaks.
export type ToolError = Readonly<{
  code: string
  message: string
  retryable: boolean
  field?: string
  fix?: string
  choices?: readonly string[]
}>

// A sealed answer as text to send, or a typed error; nothing else leaves a tool.
export type ToolResult = SealedAnswer | Readonly<{ kind: 'error'; error: ToolError }>

export type Tool = Readonly<{
  name: string
  title: string
  description: string
  // Hints of when to use it, for the search.
  when?: readonly string[]
  tier: Tier
  // JSON Schema with an object root, computed once.
  inputSchema: Readonly<Record<string, unknown>>
  // Milliseconds that a call may take, where that is not the default.
  budget_ms?: number
  // Null for tools that need no infrastructure.
  needs: Needs | null
  run(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolResult>
}>

// What MCP, the HTTP API and the command all stand on.
export type ToolSurface = Readonly<{
  // Every tool there is, in a fixed order.
  all: readonly Tool[]
  // The tools to announce to this principal now.
  announced(principal: Principal): readonly Tool[]
  // Those of them that a client which searches is shown from the start, and what it searches and calls with.
  pinned(announced: readonly Tool[]): readonly Tool[]
  // Runs by name; hidden, unknown and unserved are answered as the law says. Audits every call.
  call(name: string, args: unknown, context: ToolContext): Promise<ToolResult>
  // Text of at most 1,900 bytes for the start of a conversation.
  instructions(principal: Principal): string
}>
