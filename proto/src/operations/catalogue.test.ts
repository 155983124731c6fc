import assert from 'node:assert/strict'
import test from 'node:test'
import { z } from 'zod'
import { fieldRegistry, OPERATIONS, type OperationDefinition, toToolName } from './index.ts'

// Every operation that the catalogue promises, written out: one that goes missing is a promise broken.
const PROMISED = `
  agent.connectors.health agent.connectors.probe agent.describe agent.policy.get agent.redaction.stats
  alerts.active.list alerts.channels.list alerts.coverage.get alerts.get alerts.history.list
  alerts.routing.get alerts.rules.get alerts.rules.list alerts.silences.list annotations.list
  attached.tools.call attached.tools.list brokers.health cache.info.get cache.slowlog.list ci.jobs.logs
  ci.runs.get ci.runs.list cloud.accounts.list cloud.audit_events.search cloud.autoscaling.activities
  cloud.autoscaling.list cloud.backups.list cloud.buckets.get cloud.buckets.list cloud.caches.list
  cloud.cdns.list cloud.certificates.list cloud.databases.backups cloud.databases.events
  cloud.databases.get cloud.databases.list cloud.databases.logs cloud.databases.maintenance
  cloud.databases.parameters cloud.disks.list cloud.dns_records.list cloud.dns_zones.list
  cloud.firewalls.list cloud.flow_logs.search cloud.functions.get cloud.functions.list cloud.iam.keys.list
  cloud.iam.policies.get cloud.iam.principals.list cloud.iam.roles.list cloud.iam.simulate
  cloud.identity.get cloud.instances.get cloud.instances.list cloud.instances.status cloud.interfaces.find
  cloud.k8s_addons.list cloud.k8s_clusters.get cloud.k8s_clusters.list cloud.k8s_insights.list
  cloud.k8s_node_pools.list cloud.k8s_versions.list cloud.load_balancers.get cloud.load_balancers.list
  cloud.nat_gateways.list cloud.network_acls.list cloud.networks.get cloud.networks.list cloud.path.trace
  cloud.peerings.list cloud.public_ips.list cloud.quotas.list cloud.regions.list cloud.resources.search
  cloud.routes.list cloud.secrets.list cloud.security_findings.list cloud.security_groups.list
  cloud.security_groups.rules cloud.service_health.list cloud.services.events cloud.services.list
  cloud.snapshots.list cloud.stacks.events cloud.subnets.list cloud.target_health.list cloud.tasks.list
  cost.anomalies.list cost.budgets.list cost.commitments.get cost.compare cost.kubernetes.get cost.query
  cost.recommendations.list dashboards.get dashboards.panel.run dashboards.search datasources.health
  datasources.list db.activity.list db.callers.get db.connections.get db.health.get db.indexes.health
  db.locks.list db.ping db.queries.explain db.queries.get db.queries.top db.replication.get
  db.schema.describe db.settings.get db.sql.read db.tables.stats db.vacuum.get db.wait_events.list
  deploys.get deploys.list errors.events.get errors.events.search errors.issues.get errors.issues.search
  errors.projects.list errors.releases.get errors.releases.list feature_flags.list gitops.apps.diff
  gitops.apps.get gitops.apps.history gitops.apps.list helm.releases.get helm.releases.history
  helm.releases.list host.disks.list host.info host.load.get host.logs.search host.memory.get
  host.processes.list host.services.list host.sockets.list incidents.alerts.list incidents.changes.list
  incidents.get incidents.list incidents.related.list incidents.stats.get incidents.timeline.list
  k8s.api_resources.list k8s.certificates.list k8s.cluster.info k8s.configmaps.get k8s.configmaps.list
  k8s.cronjobs.list k8s.daemonsets.list k8s.deployments.get k8s.deployments.list k8s.endpoints.list
  k8s.events.list k8s.gateways.list k8s.hpas.list k8s.images.list k8s.ingresses.list k8s.jobs.list
  k8s.lineage.get k8s.mesh.status k8s.mesh.traffic k8s.namespaces.list k8s.network.flows
  k8s.network_policies.list k8s.nodes.get k8s.nodes.list k8s.nodes.top k8s.pdbs.list k8s.pods.get
  k8s.pods.list k8s.pods.logs k8s.pods.logs_search k8s.pods.top k8s.pvcs.list k8s.rbac.can_i k8s.rbac.list
  k8s.replicasets.list k8s.resource_quotas.list k8s.resources.get k8s.resources.list k8s.rollouts.history
  k8s.scaledobjects.list k8s.service_accounts.list k8s.services.list k8s.statefulsets.list
  k8s.volumes.usage k8s.webhooks.list logs.aggregate logs.context.get logs.field_values.list
  logs.fields.list logs.patterns logs.scan_estimate.get logs.search logs.sources.list logs.volume.get
  metrics.baseline.compare metrics.freshness.get metrics.label_values.list metrics.labels.list
  metrics.metadata.get metrics.names.list metrics.quantile metrics.query metrics.query_range
  metrics.rules.list metrics.series.list metrics.targets.list oncall.current.list oncall.schedules.list
  profiles.query queues.consumers.list queues.dlq.list queues.get queues.list registry.images.list
  rum.events.search runbooks.search scm.code.search scm.commits.get scm.commits.list scm.compare
  scm.files.get scm.pulls.get scm.pulls.list scm.repos.list search.cluster.health search.indices.list
  services.catalog.get services.catalog.list services.signals.get slos.burn.get slos.get slos.list
  streams.groups.lag streams.groups.list synthetics.results.get synthetics.tests.list tickets.search
  topics.list traces.aggregate traces.compare traces.dependencies.get traces.errors.top traces.get
  traces.operations.list traces.outliers.explain traces.search traces.services.list traces.tags.list
`
  .trim()
  .split(/\s+/)

// What a source is a view of decides these arguments; a definition that took one itself would shadow it.
const ROUTING: Readonly<Record<string, readonly string[]>> = {
  agent: ['agent'],
  host: ['host'],
  cluster: ['cluster'],
  backend: ['backend'],
  account: ['account', 'region'],
  instance: ['instance'],
  server: ['server'],
}

// Every operation that does not simply run, and why it does not.
const NOT_PLAIN_READS: Readonly<Record<string, string>> = {
  'agent.connectors.health': 'metadata',
  'agent.connectors.probe': 'metadata',
  'agent.describe': 'metadata',
  'agent.policy.get': 'metadata',
  'agent.redaction.stats': 'metadata',
  'alerts.silences.create': 'send',
  'annotations.create': 'write',
  'attached.tools.call': 'protected_read',
  'cloud.flow_logs.search': 'protected_read',
  'cost.anomalies.list': 'metered_read',
  'cost.commitments.get': 'metered_read',
  'cost.compare': 'metered_read',
  'cost.query': 'metered_read',
  'db.sql.read': 'protected_read',
  'helm.releases.get': 'protected_read',
  'incidents.notes.add': 'write',
}

// Words that are written this way everywhere: label operators, floats that JSON cannot carry, Kubernetes' own.
const GIVEN_WORDS = ['=', '!=', '=~', '!~', 'NaN', '+Inf', '-Inf', 'Normal', 'Warning'].concat([
  'Pod',
  'ReplicaSet',
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'Job',
  'CronJob',
])
const LOWER_SNAKE = /^[a-z0-9]+(?:_[a-z0-9]+)*$/
// Endings of names that say a unit or a kind, and the type that they promise.
const ENDINGS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/_(?:bytes|ms|us|percent|ratio|usd|days|seconds|per_s)$/, ['number', 'integer']],
  [/_at$/, ['string']],
]

// Names of fields that hold what people or programs wrote freely, or who they are.
const WRITTEN =
  /^(?:author|by|comment|description|error|excerpt|message|reporter|sample|statement|text|title|user)$/
// Those whose words are a connector's own, or a number that the backend calls text.
const OWN_WORDS = ['db.health.get message', 'host.services.list description', 'metrics.query text']

type Json = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function schemasOf(operation: OperationDefinition): Readonly<{ input: Json; output: Json }> {
  return {
    input: z.toJSONSchema(operation.input, { io: 'input' }),
    output: z.toJSONSchema(operation.output, { io: 'input' }),
  }
}

// Every schema inside one, with the name of the property that it stands under.
function* walk(schema: unknown, name = ''): Generator<Readonly<{ name: string; schema: Json }>> {
  if (Array.isArray(schema)) for (const one of schema) yield* walk(one, name)
  if (!isObject(schema)) return
  yield { name, schema }
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && isObject(value))
      for (const [property, inner] of Object.entries(value)) yield* walk(inner, property)
    else if (key !== 'default' && key !== 'enum') yield* walk(value, name)
  }
}

// Every string of an output with its name and whether the redactor is told what it holds.
function* walkTexts(schema: unknown, name = ''): Generator<Readonly<{ name: string; marked: boolean }>> {
  let marked = false
  let one = schema
  for (; one instanceof z.ZodType; one = one.unwrap()) {
    marked ||= fieldRegistry.get(one)?.redact !== undefined
    if (!(one instanceof z.ZodNullable || one instanceof z.ZodOptional)) break
  }
  if (one instanceof z.ZodString) yield { name, marked }
  else if (one instanceof z.ZodArray) yield* walkTexts(one.element, name)
  else if (one instanceof z.ZodObject)
    for (const [property, inner] of Object.entries(one.shape)) yield* walkTexts(inner, property)
}

function requiredOf(input: Json): readonly string[] {
  return Array.isArray(input['required']) ? input['required'].map(String) : []
}

const WINDOW = { from: '2030-01-01T00:00:00Z', to: '2030-01-01T01:00:00Z' }

test('every operation that the catalogue promises is defined', () => {
  const defined = new Set(OPERATIONS.map((one) => one.id))
  assert.equal(PROMISED.length, 257)
  assert.deepEqual(
    PROMISED.filter((id) => !defined.has(id)),
    [],
  )
})

test('ids are unique and stand in their order', () => {
  const ids = OPERATIONS.map((one) => one.id)
  assert.deepEqual(ids, [...new Set(ids)].sort())
})

test('every operation is exported under the name that its id makes', async () => {
  const catalogue: Json = await import('./index.ts')
  for (const operation of OPERATIONS) {
    const name = operation.id.replaceAll(/[._]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    assert.equal(catalogue[name], operation, `${operation.id} is exported as ${name}`)
  }
})

test('every tool name is one that all clients take', () => {
  for (const { id } of OPERATIONS) assert.match(toToolName(id), /^[a-zA-Z0-9_-]{1,64}$/)
})

test('inputs refuse names that they do not know', () => {
  for (const { id, input } of OPERATIONS) {
    const parsed = input.safeParse({ no_such_argument: 1 })
    const codes = parsed.success ? [] : parsed.error.issues.map((issue) => issue.code)
    assert.ok(codes.includes('unrecognized_keys'), id)
  }
})

test('where nothing is required, nothing need be said, and every default parses', () => {
  for (const operation of OPERATIONS) {
    const { id, input, window } = operation
    const required = requiredOf(schemasOf(operation).input).filter((name) => !(name in WINDOW))
    if (required.length > 0) assert.equal(input.safeParse(window ? WINDOW : {}).success, false, id)
    else assert.equal(input.safeParse(window ? WINDOW : {}).success, true, id)
  }
})

test('inputs and outputs have JSON Schemas with objects at their roots', () => {
  for (const operation of OPERATIONS) {
    const { input, output } = schemasOf(operation)
    assert.equal(input['type'], 'object', operation.id)
    assert.equal(output['type'], 'object', operation.id)
    assert.ok(Object.keys(operation.output.shape).length > 0, operation.id)
  }
})

test('every operation says what it does, when to use it, what it needs and what proves absence', () => {
  for (const { id, title, describe, when, permissions, proof, freshness } of OPERATIONS) {
    assert.match(title, /^[A-Z][^\n]{2,60}$/, id)
    assert.match(describe, /^[A-Z][^\n]{19,399}\.$/, `${id}: one line that ends with a full stop`)
    assert.ok(when.length >= 3 && when.length <= 7, `${id}: three to seven hints`)
    assert.equal(new Set(when).size, when.length, `${id}: a hint stands twice`)
    assert.ok(
      when.every((hint) => hint.trim() === hint && hint.length >= 2 && hint.length <= 60),
      id,
    )
    assert.ok(Object.keys(permissions).length > 0, `${id}: no vendor`)
    for (const [vendor, needed] of Object.entries(permissions)) {
      assert.match(vendor, /^[a-z0-9-]+$/, id)
      assert.ok(needed.length > 0 && needed.every((one) => one.trim().length > 1), `${id}: ${vendor}`)
    }
    assert.ok(proof.length >= 20, `${id}: proof`)
    assert.ok(Number.isInteger(freshness) && freshness >= 0 && freshness <= 21_600, `${id}: freshness`)
  }
})

test('window bounds stand exactly where the input has from and to', () => {
  for (const { id, input, window } of OPERATIONS) {
    const kinds = ['from', 'to'].map((name) => {
      const field = input.shape[name]
      return field instanceof z.ZodType ? fieldRegistry.get(field)?.kind : undefined
    })
    assert.deepEqual(kinds, window ? ['window_from', 'window_to'] : [undefined, undefined], id)
    if (window === undefined) continue
    assert.ok(window.defaultSeconds >= 60 && window.defaultSeconds <= window.maxSeconds, id)
    assert.ok(window.maxSeconds <= 400 * 86_400, id)
  }
})

test('every enumerated word is lower snake case', () => {
  for (const operation of OPERATIONS)
    for (const { name, schema } of walk(Object.values(schemasOf(operation)))) {
      const words = Array.isArray(schema['enum']) ? schema['enum'] : []
      for (const word of words.filter((one) => !GIVEN_WORDS.includes(String(one))))
        assert.match(String(word), LOWER_SNAKE, `${operation.id}: ${name}`)
    }
})

test('names of fields are lower snake case, and those that end in a unit hold what the unit says', () => {
  for (const operation of OPERATIONS)
    for (const { name, schema } of walk(schemasOf(operation).output)) {
      if (name !== '') assert.match(name, LOWER_SNAKE, operation.id)
      const [, types] = ENDINGS.find(([ending]) => ending.test(name)) ?? []
      const type = schema['type']
      if (types !== undefined && typeof type === 'string' && type !== 'null')
        assert.ok([...types, 'array'].includes(type), `${operation.id}: ${name} is ${type}`)
    }
})

test('what people or programs wrote, and who they are, is marked for the redactor', () => {
  const unmarked = OPERATIONS.flatMap(({ id, output }) =>
    [...walkTexts(output)]
      .filter(({ name, marked }) => WRITTEN.test(name) && !marked)
      .map(({ name }) => `${id} ${name}`),
  )
  assert.deepEqual(unmarked, OWN_WORDS)
})

test('lists are bounded: a cursor goes with a limit, and no limit is over 5000 rows', () => {
  for (const operation of OPERATIONS) {
    const { id, input } = operation
    if ('cursor' in input.shape) assert.ok('limit' in input.shape, `${id}: a cursor without a limit`)
    const properties = schemasOf(operation).input['properties']
    const field = isObject(properties) ? properties['limit'] : undefined
    if (!isObject(field)) continue
    assert.ok(Number(field['default']) <= Number(field['maximum']), id)
    assert.ok(Number(field['maximum']) <= 5000, id)
  }
})

test('no definition takes an argument that routing or the answer shape owns', () => {
  for (const { id, input, scope } of OPERATIONS)
    for (const name of [...(ROUTING[scope] ?? []), 'detail', 'fresh'])
      assert.equal(name in input.shape, false, `${id} takes ${name}`)
})

test('a raw query names an argument that exists, and its lines are untranslated text', () => {
  for (const { id, input, dialect } of OPERATIONS) {
    if (dialect === undefined) continue
    const field = input.shape[dialect.argument]
    assert.ok(field instanceof z.ZodType, `${id}: ${dialect.argument}`)
    assert.equal(field.safeParse('up').success, true, id)
    assert.equal(field.safeParse(1).success, false, id)
  }
})

test('only the operations written out here are more, or less, than plain reads', () => {
  const found = OPERATIONS.filter((one) => one.tier !== 'read').map((one) => [one.id, one.tier])
  const more = Object.entries(NOT_PLAIN_READS)
  assert.deepEqual(
    found.filter(([id]) => !String(id).startsWith('k8s.')),
    more,
  )
})
