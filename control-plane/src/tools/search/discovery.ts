import type { Tool } from '../types.ts'

// How tools are announced: all that is served, or a few with a search for the rest.
export type Discovery = 'all' | 'search'

export const SEARCH_TOOL = 'search_tools'
export const CALL_TOOL = 'call_tool'

// What a client that searches is shown from the start, as far as it exists and is served.
const PINNED: ReadonlySet<string> = new Set([
  'check_fleet_health',
  'list_scopes',
  'get_context',
  'production_health',
  'investigate_incident',
  'investigate_alert',
  'workload_triage',
  'change_timeline',
  'deploy_correlation',
  'blast_radius',
  'services_signals_get',
  'logs_search',
  'metrics_query',
  'k8s_pods_list',
  'results_query',
  'results_page',
  'runbooks_get',
])

// The tools of an on-demand list: those of the announced that are pinned, then what finds and calls the rest.
export function toPinned(announced: readonly Tool[], finders: readonly Tool[]): readonly Tool[] {
  return [...announced.filter((tool) => PINNED.has(tool.name)), ...finders]
}
