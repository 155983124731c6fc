import type { Span } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import type { PrometheusClient } from './client.ts'
import { escapePattern, type Matcher } from './promql/matchers.ts'
import { askNames } from './questions.ts'
import { askSideBySide } from './side-by-side.ts'

// A way in which a service's series can be picked, and the metrics that it picks.
export type ServiceSighting = Readonly<{ matcher: Matcher; metrics: ReadonlySet<string> }>

// Conditions that may pick a service, most telling first. OpenTelemetry writes job as namespace/name.
export function toServiceMatchers(client: PrometheusClient, service: string): readonly Matcher[] {
  return client.config.service_labels.flatMap((label): Matcher[] => {
    const exact: Matcher = { label, op: '=', value: service }
    return label === 'job' ? [exact, { label, op: '=~', value: `.+/${escapePattern(service)}` }] : [exact]
  })
}

// Every way that picks series of the service in the window; none means that nothing is labelled with it.
export async function findService(
  client: PrometheusClient,
  service: string,
  over: Readonly<{ window: Span; context: CallContext }>,
): Promise<readonly ServiceSighting[]> {
  const sightings = await askSideBySide(toServiceMatchers(client, service), 3, async (matcher) => {
    const names = await askNames(client, { ...over, matchers: [matcher] })
    return { matcher, metrics: new Set(names.data) }
  })
  return sightings.filter((one) => one.metrics.size > 0)
}

// Whether labels of an alert name the service.
export function namesService(
  client: PrometheusClient,
  labels: Readonly<Record<string, string>>,
  service: string,
): boolean {
  return client.config.service_labels.some((label) => {
    const value = labels[label]
    return value === service || (label === 'job' && value?.endsWith(`/${service}`) === true)
  })
}
