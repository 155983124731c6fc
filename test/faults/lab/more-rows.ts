import { findOperation } from '@vedette/proto/operations'
import { z } from 'zod'
import { fill } from './fill.ts'
import type { Facts, Input, Item, Row, Shape } from './shape.ts'

type Making = Readonly<{
  list: string
  key: string
  scope: Shape['scope']
  keep?: Shape['keep']
  /** What a row says of an item; the rest is as plain as its schema takes. */
  say(item: Item, facts: Facts): Row
  beside?: Shape['beside']
  one?: NonNullable<Shape['one']>
}>

/** A shape whose rows are filled from the operation's own schema. */
function filled(id: string, { keep = () => true, say, beside, ...rest }: Making): Shape {
  const output = findOperation(id)?.output
  if (!(output instanceof z.ZodObject)) throw new TypeError(`${id} is not in the catalogue`)
  const part = output.shape[rest.list]
  const bare = part instanceof z.ZodNullable ? part.unwrap() : part
  const schema = bare instanceof z.ZodArray ? bare.element : bare
  const { [rest.list]: _, ...plain } = fill(output) as Row // an object's plainest value is one
  return {
    ...rest,
    keep,
    toRow: (item, facts) => ({ ...(fill(schema as z.ZodType) as Row), ...say(item, facts) }), // rows are objects
    beside: (all, rows) => ({
      ...plain,
      ...('total' in output.shape ? { total: rows.length } : {}),
      ...beside?.(all, rows),
    }),
  }
}

const SOON_DAYS = 3

function daysOf({ bad }: Item, now: string, days: number) {
  return { days_left: days, ends: new Date(Date.parse(now) + days * 86_400_000).toISOString(), bad }
}

function sayClusterCertificate(item: Item, { now }: Facts): Row {
  const { days_left, ends } = daysOf(item, now, item.bad ? -1 : SOON_DAYS)
  return {
    namespace: item.ns,
    name: item.id,
    ready: !item.bad,
    message: item.text,
    days_left,
    expires_at: ends,
  }
}

function sayCloudCertificate(item: Item, { account, now }: Facts): Row {
  const { days_left, ends } = daysOf(item, now, item.bad ? -1 : SOON_DAYS)
  const state = item.bad ? 'expired' : 'issued'
  return { id: item.id, name: item.id, account, state, days_left, not_after: ends, renewal: 'manual' }
}

/** Only what ends soon is asked for: that is what is wrong with a certificate. */
const onlyEnding = ({ bad }: Item, input: Input) => input['expiring_within_days'] === undefined || bad

const isNamed = ({ id, ns }: Item, input: Input) => input['name'] === id && input['namespace'] === ns

/** Operations that only composites ask. */
export const MORE_SHAPES: Readonly<Record<string, Shape>> = Object.freeze({
  'k8s.services.list': filled('k8s.services.list', {
    list: 'services',
    key: 'name',
    scope: 'cluster',
    say: ({ id, ns, bad }) => ({
      name: id,
      namespace: ns,
      type: bad ? 'LoadBalancer' : 'ClusterIP',
      exposed: bad,
    }),
  }),
  'k8s.endpoints.list': filled('k8s.endpoints.list', {
    list: 'endpoints',
    key: 'address',
    scope: 'cluster',
    keep: ({ id }, input) => input['service'] === undefined || input['service'] === id,
    say: ({ id, ns }) => ({
      namespace: ns,
      service: id,
      slice: id,
      address: `10.0.0.${id.length}`,
      ready: true,
    }),
  }),
  'k8s.ingresses.list': filled('k8s.ingresses.list', {
    list: 'ingresses',
    key: 'name',
    scope: 'cluster',
    say: ({ id, ns }) => ({ namespace: ns, name: id }),
  }),
  'k8s.events.list': filled('k8s.events.list', {
    list: 'events',
    key: 'name',
    scope: 'cluster',
    say: ({ id, ns, text }, { now }) => ({
      namespace: ns,
      name: id,
      kind: 'Pod',
      message: text,
      at: now,
      count: 1,
    }),
  }),
  'k8s.deployments.get': filled('k8s.deployments.get', {
    list: 'deployment',
    key: 'name',
    scope: 'cluster',
    one: isNamed,
    say: ({ id, ns, bad, word, text }) => ({
      ...{ namespace: ns, name: id, desired: 2, updated: 2, revision: '3' },
      ...{ ready: bad && word === 'unavailable' ? 0 : bad ? 1 : 2, available: bad ? 1 : 2 },
      ...{ problem: bad ? word : null, message: bad ? text : null },
    }),
  }),
  'k8s.certificates.list': filled('k8s.certificates.list', {
    list: 'certificates',
    key: 'name',
    scope: 'cluster',
    keep: onlyEnding,
    say: sayClusterCertificate,
  }),
  'k8s.nodes.top': filled('k8s.nodes.top', {
    list: 'nodes',
    key: 'name',
    scope: 'cluster',
    say: ({ id, bad }, { now }) => ({
      ...{ name: id, cpu_cores: 1, memory_bytes: 1e9, measured_at: now, window_seconds: 30 },
      ...{ cpu_percent: 20, memory_percent: bad ? 99 : 30 },
    }),
    beside: () => ({ unmeasured: [] }),
  }),
  'metrics.targets.list': filled('metrics.targets.list', {
    list: 'targets',
    key: 'pool',
    scope: 'backend',
    keep: ({ bad }, input) => input['state'] !== 'down' || bad,
    say: ({ id, bad, text }) => ({ pool: id, state: bad ? 'down' : 'up', error: bad ? text : null }),
    beside: (all) => {
      const down = all.filter((one) => one.bad).length
      return { counts: { up: all.length - down, down, unknown: 0 } }
    },
  }),
  'alerts.get': filled('alerts.get', {
    list: 'alert',
    key: 'id',
    scope: 'backend',
    one: ({ id }, input) => input['id'] === id,
    say: ({ id, word, text }, { now }) => ({
      ...{ id, name: id, state: 'firing', severity: word, since: now, annotations: { summary: text } },
      ...{ silenced_by: [], inhibited_by: [], receivers: ['oncall'], delivered: true },
    }),
  }),
  'alerts.rules.list': filled('alerts.rules.list', {
    list: 'rules',
    key: 'id',
    scope: 'backend',
    say: ({ id, bad, text }, { now }) => ({
      ...{ id, name: id, state: 'inactive', health: bad ? 'error' : 'ok', evaluated_at: now },
      error: bad ? text : null,
    }),
    beside: (all) => ({ unhealthy: all.filter((one) => one.bad).length }),
  }),
  'alerts.history.list': filled('alerts.history.list', {
    list: 'spans',
    key: 'name',
    scope: 'backend',
    say: ({ id }, { now }) => ({ name: id, state: 'firing', started_at: now }),
  }),
  'incidents.get': filled('incidents.get', {
    list: 'incident',
    key: 'id',
    scope: 'backend',
    one: ({ id }, input) => input['id'] === id,
    say: ({ id, word, text }, { now }) => ({
      ...{ id, title: text, state: 'triggered', vendor_state: 'triggered', severity: word, urgency: 'high' },
      created_at: now,
    }),
  }),
  'traces.dependencies.get': filled('traces.dependencies.get', {
    list: 'edges',
    key: 'from',
    scope: 'backend',
    say: ({ id }, { input }) => ({ from: id, to: String(input['service']), via: 'http' }),
    beside: () => ({ complete: true, sampling_ratio: 1 }),
  }),
  'cloud.certificates.list': filled('cloud.certificates.list', {
    list: 'certificates',
    key: 'id',
    scope: 'account',
    keep: onlyEnding,
    say: sayCloudCertificate,
  }),
})
