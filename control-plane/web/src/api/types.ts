// What the server says, in the server's own types: they vanish in the build, so no server code comes with them.
export type {
  ActionList,
  ActionView,
  AuditPage,
  AuditVerdict,
  CatalogDetail,
  CatalogItem,
  CatalogPage,
  ConnectorRow,
  FleetRow,
  FleetSummary,
  JoinTokenBody,
  PolicyApplied,
  PolicyChoices,
  PolicyDraft,
  PolicyHistory,
  PolicyOverview,
  PolicyTestResult,
  SeenEvent,
  SentPage,
  Session,
} from '../../../src/http/api-types.ts'
export type { InvestigationDetail, InvestigationPage } from '../../../src/http/memory-types.ts'
