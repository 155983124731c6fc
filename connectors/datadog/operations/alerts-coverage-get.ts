import { ArgumentError, serve } from '@vedette/proto/connector'
import { alertsCoverageGet } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { type Monitor, namesService, readMonitors, toReceivers, toRule } from '../monitors.ts'
import { cutOf } from '../pages.ts'
import { toFailed, toReading } from '../reading.ts'
import { hasTag } from '../values.ts'

const SIGNALS = ['traffic', 'errors', 'latency', 'saturation', 'availability', 'other'] as const
type Signal = (typeof SIGNALS)[number]

// What a query of a monitor looks at, by the words of metrics and types that are known.
const LOOKS_AT: readonly Readonly<{ signal: Signal; says: RegExp }>[] = Object.freeze([
  { signal: 'errors', says: /error|5xx|exception|failed/i },
  { signal: 'latency', says: /latency|duration|p\d\d:trace\.|response_time|apdex/i },
  { signal: 'traffic', says: /\.hits\b|requests?\b|throughput/i },
  { signal: 'saturation', says: /cpu|mem|disk|queue|usage|saturation|load/i },
  { signal: 'availability', says: /synthetics|service_check|\.up\b|can_connect|status|"[\w.]*"\.over\(/i },
])

// Monitors that name a service or host. One that watches it by another tag is not recognised, so a signal without a
// monitor is not told to be unwatched.
export const serveAlertsCoverageGet = serve(
  alertsCoverageGet,
  async (client: DatadogClient, input, context) => {
    const { service, host } = input
    const subject = service ?? host
    if (subject === undefined)
      throw new ArgumentError({
        field: 'service',
        message: 'neither service nor host is given',
        fix: 'give one of them',
      })
    const { monitors, paged } = await readMonitors(client, context)
    const matched = monitors.filter((one) =>
      service === undefined ? namesHost(one, subject) : namesService(one, subject),
    )
    const signals = SIGNALS.map((signal) => {
      const rules = matched.filter((one) => toSignal(one) === signal)
      const shown = rules.map((one) => {
        const { id, name, health } = toRule(client, one, context.clock.now())
        return { id, name, health, notifies: toReceivers(one) }
      })
      return { signal, covered: shown.some(({ health }) => health === 'ok') ? true : null, rules: shown }
    })
    return toReading(
      { subject, signals, rules_read: monitors.length, rules_unmatched: monitors.length - matched.length },
      {
        client,
        context,
        items: matched.length,
        cut: cutOf(paged),
        failed: toFailed(paged),
        proof: { unproven: 'no_monitor_names_it' },
      },
    )
  },
)

function namesHost(one: Monitor, host: string): boolean {
  const groups = Object.keys(one.state?.groups ?? {}).flatMap((name) => name.split(','))
  return hasTag([...one.tags, ...groups], `host:${host}`) || (one.query ?? '').includes(`host:${host}`)
}

function toSignal({ query, type }: Monitor): Signal {
  const said = `${type ?? ''} ${query ?? ''}`
  return LOOKS_AT.find(({ says }) => says.test(said))?.signal ?? 'other'
}
