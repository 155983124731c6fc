import type { PrometheusClient } from './client.ts'

// A deep link to Prometheus' graph page, when the configuration says where people reach it.
export function toGraphUrl(
  client: PrometheusClient,
  promql: string,
  window: Readonly<{ from?: number; to: number }>,
): Readonly<{ url?: string }> {
  const { public_url } = client.config
  if (public_url === undefined) return {}
  const url = new URL(public_url)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/graph`
  url.searchParams.set('g0.expr', promql)
  url.searchParams.set('g0.tab', window.from === undefined ? '1' : '0')
  url.searchParams.set('g0.end_input', new Date(window.to).toISOString())
  if (window.from !== undefined)
    url.searchParams.set('g0.range_input', `${Math.ceil((window.to - window.from) / 1000)}s`)
  return url.href.length > 2048 ? {} : { url: url.href }
}
