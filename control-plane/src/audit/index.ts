export { anchorFile, createAnchorFile, readAnchors } from './anchor-file.ts'
export { cleanArguments, cleanText } from './clean-arguments.ts'
export { type AuditOptions, createAudit } from './create-audit.ts'
export { auditEffect, auditEnrolment, auditRevocation } from './effects.ts'
export { AuditError } from './error.ts'
export { type AuditQuery, type AuditReader, createAuditReader } from './read-audit.ts'
export { auditCalls, toCallRecorder, toDisputeRecorder } from './record-calls.ts'
export { createRefusals, type Refusals } from './refusals.ts'
export type {
  Audit,
  AuditEntry,
  AuditFacts,
  AuditKind,
  ChainHead,
  Intent,
  SecurityEvent,
  Taken,
} from './types.ts'
export { AUDIT_KINDS, NO_ORGANISATION, SECURITY_EVENTS } from './types.ts'
export { type AuditReport, type ChainReport, type VerifyOptions, verifyChains } from './verify.ts'
