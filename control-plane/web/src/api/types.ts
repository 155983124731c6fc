// What the server says, in the server's own types: they vanish in the build, so no server code comes with them.
export type {
  ActionList,
  ActionView,
  AuditPage,
  AuditVerdict,
  FleetPage,
  JoinTokenBody,
  PolicyApplied,
  PolicyChoices,
  PolicyDraft,
  PolicyHistory,
  PolicyOverview,
  PolicyTestResult,
  Session,
  ToolList,
} from '../../../src/http/api-types.ts'
