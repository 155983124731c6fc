import type { Served } from '@vedette/proto/connector'
import type { SignozClient } from '../client.ts'
import { serveAlertsActiveList } from './alerts-active-list.ts'
import { serveAlertsChannelsList } from './alerts-channels-list.ts'
import { serveAlertsRulesGet } from './alerts-rules-get.ts'
import { serveAlertsRulesList } from './alerts-rules-list.ts'
import { serveDashboardsSearch } from './dashboards-search.ts'
import { serveLogsAggregate } from './logs-aggregate.ts'
import { serveLogsFieldValuesList } from './logs-field-values-list.ts'
import { serveLogsFieldsList } from './logs-fields-list.ts'
import { serveLogsSearch } from './logs-search.ts'
import { serveLogsVolumeGet } from './logs-volume-get.ts'
import { serveServicesSignalsGet } from './services-signals-get.ts'
import { serveTracesAggregate } from './traces-aggregate.ts'
import { serveTracesErrorsTop } from './traces-errors-top.ts'
import { serveTracesGet } from './traces-get.ts'
import { serveTracesOperationsList } from './traces-operations-list.ts'
import { serveTracesSearch } from './traces-search.ts'
import { serveTracesServicesList } from './traces-services-list.ts'
import { serveTracesTagsList } from './traces-tags-list.ts'

// What SigNoz serves, by id.
export const SIGNOZ_OPERATIONS: readonly Served<SignozClient>[] = Object.freeze([
  serveAlertsActiveList,
  serveAlertsChannelsList,
  serveAlertsRulesGet,
  serveAlertsRulesList,
  serveDashboardsSearch,
  serveLogsAggregate,
  serveLogsFieldValuesList,
  serveLogsFieldsList,
  serveLogsSearch,
  serveLogsVolumeGet,
  serveServicesSignalsGet,
  serveTracesAggregate,
  serveTracesErrorsTop,
  serveTracesGet,
  serveTracesOperationsList,
  serveTracesSearch,
  serveTracesServicesList,
  serveTracesTagsList,
])
