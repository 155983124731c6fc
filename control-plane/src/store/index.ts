export { createStore } from './create-store.ts'
export type { StoreErrorCode } from './error.ts'
export { StoreError } from './error.ts'
export type {
  Author,
  EntryKind,
  EntryRow,
  FactKind,
  FactRow,
  InvestigationFilter,
  InvestigationRow,
  KnowledgeRow,
  KnowledgeState,
  StepRow,
  StepSource,
} from './memory-types.ts'
export { ENTRY_KINDS, FACT_KINDS } from './memory-types.ts'
export { withPatience } from './patience.ts'
export { areHashesEqual, createSecret, hashSecret } from './secrets.ts'
export type {
  ActionChange,
  ActionPart,
  ActionRow,
  ActionState,
  AuditRow,
  ClusterRow,
  DisputeRow,
  EnrolmentRow,
  JoinTokenRow,
  NewToken,
  PolicyDraftRow,
  PolicyVersionRow,
  Principal,
  ResultSetRow,
  Role,
  Store,
  TokenRow,
} from './types.ts'
