import type { Span } from '@vedette/connectors/kit'
import type { DatadogClient } from './client.ts'

// Deep links to Datadog's pages for people.
export function toPage(
  client: DatadogClient,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(path, client.pages)
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  return url.href
}

// The log explorer with a search.
export function toLogsUrl(client: DatadogClient, query: string, window: Span): string {
  return toPage(client, '/logs', { query, from_ts: String(window.from), to_ts: String(window.to) })
}

// The trace explorer with a search.
export function toTracesUrl(client: DatadogClient, query: string, window: Span): string {
  return toPage(client, '/apm/traces', { query, start: String(window.from), end: String(window.to) })
}

// One trace.
export function toTraceUrl(client: DatadogClient, id: string): string {
  return toPage(client, `/apm/trace/${encodeURIComponent(id)}`)
}

// One monitor.
export function toMonitorUrl(client: DatadogClient, id: number | string): string {
  return toPage(client, `/monitors/${encodeURIComponent(String(id))}`)
}
