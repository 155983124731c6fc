export type { ApprovalFacts, Approved } from './approval.ts'
export { APPROVAL_MS, approvedSchema, toApprovalText } from './approval.ts'
export type { Ack, Call, Cancel, Reply, Stop } from './call.ts'
export { ackSchema, callSchema, cancelSchema, replySchema, stopSchema } from './call.ts'
export type { WirePart } from './common.ts'
export {
  CALL_EXPIRY_SECONDS,
  CHUNK_BYTES,
  CHUNK_CREDIT,
  CHUNK_HEADER,
  NONCE_MEMORY_SECONDS,
  partSchema,
  REPLY_BYTES,
  SIGNATURE_HEADER,
  SKEW_TOLERANCE_MS,
  scopeSchema,
} from './common.ts'
export type { EnrollReply, EnrollRequest, SigningKey } from './enroll.ts'
export {
  enrollReplySchema,
  enrollRequestSchema,
  KUBERNETES_AUDIENCE,
  signingKeySchema,
  toRenewalText,
} from './enroll.ts'
export type {
  Beat,
  ConnectorHealth,
  ConnectorState,
  Identity,
  Ping,
  PolicyState,
  Report,
  ReportNow,
  ServedOperation,
} from './fleet.ts'
export {
  beatSchema,
  connectorHealthSchema,
  connectorStateSchema,
  identitySchema,
  pingSchema,
  policyStateSchema,
  reportNowSchema,
  reportSchema,
  servedOperationSchema,
} from './fleet.ts'
export type { PolicyMessage, WireRule } from './policy.ts'
export { policyMessageSchema, wireRuleSchema } from './policy.ts'
export type { Signature } from './signature.ts'
export { formatSignature, parseSignature } from './signature.ts'
export type { AgentSubject } from './subjects.ts'
export {
  ALL_BEATS_SUBJECT,
  ALL_REPORTS_SUBJECT,
  agentOfSubject,
  agentPermissions,
  agentSubject,
  ENROLL_SUBJECT,
  PING_SUBJECT,
  parseReplySubject,
  parseSubjectToken,
  REPORT_NOW_SUBJECT,
  replicaRepliesSubject,
  replySubject,
} from './subjects.ts'
