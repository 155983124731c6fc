import type { Served } from '@vedette/proto/connector'
import type { LokiClient } from '../client.ts'
import { serveLogsAggregate } from './logs-aggregate.ts'
import { serveLogsContextGet } from './logs-context-get.ts'
import { serveLogsFieldValuesList } from './logs-field-values-list.ts'
import { serveLogsFieldsList } from './logs-fields-list.ts'
import { serveLogsPatterns } from './logs-patterns.ts'
import { serveLogsScanEstimateGet } from './logs-scan-estimate-get.ts'
import { serveLogsSearch } from './logs-search.ts'
import { serveLogsSourcesList } from './logs-sources-list.ts'
import { serveLogsVolumeGet } from './logs-volume-get.ts'

// What Loki serves, by id.
export const LOKI_OPERATIONS: readonly Served<LokiClient>[] = Object.freeze([
  serveLogsAggregate,
  serveLogsContextGet,
  serveLogsFieldValuesList,
  serveLogsFieldsList,
  serveLogsPatterns,
  serveLogsScanEstimateGet,
  serveLogsSearch,
  serveLogsSourcesList,
  serveLogsVolumeGet,
])
