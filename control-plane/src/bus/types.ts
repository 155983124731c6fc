import type { Tier } from '@vedette/proto/policy'
import type { Part } from '@vedette/proto/visibility'
import type { Approved, Beat, EnrollReply, PolicyMessage, Report } from '@vedette/proto/wire'

export type CallRequest = Readonly<{
  organisation: string
  agent: string
  incarnation: string
  operation: string
  contract: number
  instance: string
  arguments: Readonly<Record<string, unknown>>
  tier: Tier
  principal: string
  investigation?: string
  // The action that a person approved, with what the approval is bound to.
  approval?: Readonly<{ id: string; approved: Approved }>
  // Asks what a write would do.
  preview?: true
  policy_hash: string
  // Milliseconds from now within which the answer must be here.
  budget_ms: number
  signal: AbortSignal
}>

export type ReplyMeta = Readonly<{
  query?: string
  dialect?: string
  url?: string
  warnings?: readonly string[]
  redacted: Readonly<Record<string, number>>
  vendor_calls: number
  // Set where this is what was read for an equal question before.
  cached?: true
  took_ms: number
  body_sha256: string
}>

// What came back on the bus for a call, its header and body exactly as they came: bytes and hexadecimal SHA-256. Of a
// call that gave up, what had come until then.
export type Receipt = Readonly<{ call: string; bytes: number; sha256: string; took_ms: number }>

// What came of a call; `receipt` is missing when nothing was sent. `body` is parsed JSON, not yet checked against the
// operation's output.
export type CallResult = Readonly<{ receipt?: Receipt }> & CallEnd

type CallEnd =
  | Readonly<{ kind: 'answered'; parts: readonly Part[]; body: unknown; meta: ReplyMeta }>
  | Readonly<{
      kind: 'refused'
      error: Readonly<{
        code: 'invalid_argument' | 'wrong_dialect' | 'not_found'
        field: string
        message: string
        fix: string
      }>
    }>
  // Nothing usable arrived; the part says why (`timed_out`, `agent_offline`, `unusable`).
  | Readonly<{ kind: 'lost'; part: Part }>

// The one way to ask an agent: signs, publishes, collects chunks with credit, cancels on abort.
export type CallAgent = (request: CallRequest) => Promise<CallResult>

// A connection's own user: the JWT and the seed that proves it.
export type UserCredentials = Readonly<{ jwt: string; seed: string }>

// One organisation's account on the bus, and who we are in it.
export type OrganisationAccess = Readonly<{ name: string; credentials: UserCredentials }>

// Where and how to reach the servers; `ca_file` trusts a private authority.
export type BusServers = Readonly<{ urls: readonly string[]; tls?: Readonly<{ ca_file?: string }> }>

// A checked message of an agent, or a fact of our own link, in the order of arrival.
export type BusMessage =
  | Readonly<{ kind: 'report'; organisation: string; report: Report }>
  | Readonly<{ kind: 'beat'; organisation: string; beat: Beat }>
  // The server says that nobody listens to this agent's calls.
  | Readonly<{ kind: 'gone'; organisation: string; agent: string }>
  | Readonly<{ kind: 'link'; organisation: string; up: boolean }>

// Counts since the start of this replica.
export type BusStats = Readonly<{
  beats: number
  reports: number
  // Beats that took the path of an unchanged state.
  unchanged: number
  malformed: number
  // The id inside differs from the id of the subject.
  forged: number
  quarantined: number
  // Reply messages of another agent than the one called, or of no call under way.
  stray_replies: number
  calls: number
  no_responders: number
  enrolments: number
}>

// Answers a lobby's request; the organisation is that of the account it came through.
export type Enroll = (organisation: string, request: unknown) => Promise<EnrollReply>

// One replica's door to the bus, for all organisations.
export type Bus = Readonly<{
  replica: string
  // Hears every checked message; returns the unsubscriber.
  onMessage(listen: (message: BusMessage) => void): () => void
  // Joins an organisation's account; connects in the background, for ever.
  join(access: OrganisationAccess): void
  organisations(): readonly string[]
  isLinked(organisation: string): boolean
  callAgent: CallAgent
  // Publishes a ping with a new nonce and returns it; null while the link is down.
  ping(organisation: string): string | null
  // Asks one agent, or all of them, for the full state.
  requestReport(organisation: string, agent?: string): void
  stopIncarnation(
    organisation: string,
    order: Readonly<{ agent: string; incarnation: string; why: 'superseded' | 'revoked' }>,
  ): void
  sendPolicy(organisation: string, policy: PolicyMessage): void
  // Gives the server a new account JWT (revocations); throws BusError when no server took it.
  pushAccount(jwt: string): Promise<void>
  stats(): BusStats
  close(): Promise<void>
}>
