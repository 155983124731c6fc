import type { OperationDefinition } from '../define.ts'
import { alertsActiveList } from './active-list.ts'
import { alertsChannelsList } from './channels-list.ts'
import { alertsCoverageGet } from './coverage-get.ts'
import { alertsGet } from './get.ts'
import { alertsHistoryList } from './history-list.ts'
import { alertsRoutingGet } from './routing-get.ts'
import { alertsRulesGet } from './rules-get.ts'
import { alertsRulesList } from './rules-list.ts'
import { alertsSilencesCreate } from './silences-create.ts'
import { alertsSilencesList } from './silences-list.ts'

export {
  alertsActiveList,
  alertsChannelsList,
  alertsCoverageGet,
  alertsGet,
  alertsHistoryList,
  alertsRoutingGet,
  alertsRulesGet,
  alertsRulesList,
  alertsSilencesCreate,
  alertsSilencesList,
}

// Every operation `alerts.*`, in the order of their ids.
export const ALERTS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  alertsActiveList,
  alertsChannelsList,
  alertsCoverageGet,
  alertsGet,
  alertsHistoryList,
  alertsRoutingGet,
  alertsRulesGet,
  alertsRulesList,
  alertsSilencesCreate,
  alertsSilencesList,
])
