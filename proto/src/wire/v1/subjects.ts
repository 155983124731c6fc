// Every subject of the bus, inside an organisation's account.
const ID = /^[A-Za-z0-9_-]{1,64}$/

// Throws TypeError unless the id can stand as one token of a subject.
export function parseSubjectToken(id: string): string {
  if (!ID.test(id)) throw new TypeError('an id on the bus is 1 to 64 letters, digits, "_" or "-"')
  return id
}

export const ENROLL_SUBJECT = 'v1.enroll'
export const PING_SUBJECT = 'v1.fleet.ping'
export const REPORT_NOW_SUBJECT = 'v1.fleet.report-now'
// What a control-plane replica listens to.
export const ALL_REPORTS_SUBJECT = 'v1.agent.*.report'
export const ALL_BEATS_SUBJECT = 'v1.agent.*.beat'

export type AgentSubject = 'report' | 'beat' | 'call' | 'cancel' | 'policy' | 'ack' | 'stop'

// `v1.agent.<id>.<what>`; throws on an id that is no subject token.
export function agentSubject(agent: string, what: AgentSubject): string {
  return `v1.agent.${parseSubjectToken(agent)}.${what}`
}

// Where the chunks of one call's reply go.
export function replySubject(agent: string, replica: string, call: string): string {
  return `v1.agent.${parseSubjectToken(agent)}.reply.${parseSubjectToken(replica)}.${parseSubjectToken(call)}`
}

// All replies meant for one replica, from any agent.
export function replicaRepliesSubject(replica: string): string {
  return `v1.agent.*.reply.${parseSubjectToken(replica)}.>`
}

// Agent, replica and call of a reply subject, or null when it is none.
export function parseReplySubject(
  subject: string,
): Readonly<{ agent: string; replica: string; call: string }> | null {
  const [version, kind, agent, word, replica, call, ...rest] = subject.split('.')
  if (version !== 'v1' || kind !== 'agent' || word !== 'reply' || rest.length > 0) return null
  if (agent === undefined || replica === undefined || call === undefined) return null
  return { agent, replica, call }
}

// The agent a subject belongs to, or null. Asked for each beat, so without taking the subject apart.
export function agentOfSubject(subject: string): string | null {
  if (!subject.startsWith(AGENT_PREFIX)) return null
  const end = subject.indexOf('.', AGENT_PREFIX.length)
  const agent = end < 0 ? subject.slice(AGENT_PREFIX.length) : subject.slice(AGENT_PREFIX.length, end)
  return ID.test(agent) ? agent : null
}
const AGENT_PREFIX = 'v1.agent.'

// What an agent's user JWT allows it to publish and to subscribe to; nothing else.
export function agentPermissions(
  agent: string,
): Readonly<{ publish: readonly string[]; subscribe: readonly string[] }> {
  const id = parseSubjectToken(agent)
  return {
    publish: [`v1.agent.${id}.report`, `v1.agent.${id}.beat`, `v1.agent.${id}.reply.>`, ENROLL_SUBJECT],
    subscribe: [
      PING_SUBJECT,
      REPORT_NOW_SUBJECT,
      ...(['call', 'cancel', 'policy', 'ack', 'stop'] as const).map((what) => agentSubject(id, what)),
      `_INBOX_${id}.>`,
    ],
  }
}
