import type { Served } from '@vedette/proto/connector'
import type { SentryClient } from '../client.ts'
import { serveAlertsActiveList } from './alerts-active-list.ts'
import { serveAlertsRulesGet } from './alerts-rules-get.ts'
import { serveAlertsRulesList } from './alerts-rules-list.ts'
import { serveDeploysGet } from './deploys-get.ts'
import { serveDeploysList } from './deploys-list.ts'
import { serveErrorsEventsGet } from './errors-events-get.ts'
import { serveErrorsEventsSearch } from './errors-events-search.ts'
import { serveErrorsIssuesGet } from './errors-issues-get.ts'
import { serveErrorsIssuesSearch } from './errors-issues-search.ts'
import { serveErrorsProjectsList } from './errors-projects-list.ts'
import { serveErrorsReleasesGet } from './errors-releases-get.ts'
import { serveErrorsReleasesList } from './errors-releases-list.ts'
import { serveRumEventsSearch } from './rum-events-search.ts'
import { serveSyntheticsResultsGet } from './synthetics-results-get.ts'
import { serveSyntheticsTestsList } from './synthetics-tests-list.ts'

// What Sentry serves, by id.
export const SENTRY_OPERATIONS: readonly Served<SentryClient>[] = Object.freeze([
  serveAlertsActiveList,
  serveAlertsRulesGet,
  serveAlertsRulesList,
  serveDeploysGet,
  serveDeploysList,
  serveErrorsEventsGet,
  serveErrorsEventsSearch,
  serveErrorsIssuesGet,
  serveErrorsIssuesSearch,
  serveErrorsProjectsList,
  serveErrorsReleasesGet,
  serveErrorsReleasesList,
  serveRumEventsSearch,
  serveSyntheticsResultsGet,
  serveSyntheticsTestsList,
])
