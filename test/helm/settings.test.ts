import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { controlPlaneFileSchema, parseControlPlaneConfig } from '@vedette/control-plane/config'
import { describeConfig } from '@vedette/proto/connector'
import { createFolder, ROOT } from '@vedette/test/kit'
import { parse } from 'yaml'
import { findManifest, readScenarios } from './manifests.ts'

type Schema = Readonly<{ properties?: Readonly<Record<string, Schema>> }>

// The container's own affair, the same in every installation: its volume, and where its Service and probes find it.
const FIXED = { data_dir: '/var/lib/vedette', http: { host: '0.0.0.0', port: 4680 } }

const scenarios = readScenarios().filter(({ chart }) => chart === 'control-plane')
const rendered = scenarios.map(({ scenario, manifests }) => ({
  scenario,
  text: findManifest(manifests, 'ConfigMap', 'control-plane').data?.['control-plane.yaml'] ?? '',
}))

test('every setting of the control plane is one that the chart can set, or fixed by the container', () => {
  const { $defs } = JSON.parse(readFileSync(join(ROOT, 'helm/control-plane/values.schema.json'), 'utf8'))
  const settable = [
    ...rendered.flatMap(({ text }) => pathsOf(parse(text))),
    ...leavesOf($defs.oauth.then, ['oauth']),
    ...leavesOf($defs.limits, ['limits']),
  ]
  const settings = leavesOf(describeConfig(controlPlaneFileSchema))
  assert.ok(settings.includes('oauth.sign_in.client_secret') && settings.includes('limits.calls_at_once'))
  const missing = settings.filter(
    (name) => !settable.some((path) => path === name || path.startsWith(`${name}.`)),
  )
  assert.deepEqual(missing, [])
  for (const { scenario, text } of rendered) {
    const { data_dir, http } = parse(text)
    assert.deepEqual({ data_dir, http: { host: http.host, port: http.port } }, FIXED, scenario)
  }
})

test('the control plane reads its provider, limits and runbooks from what the chart renders and mounts', (t) => {
  const folder = createFolder(t)
  for (const [path, text] of [
    ['oauth-ca/ca.crt', 'the authority'],
    ['oauth-client/client-secret', 'the-secret'],
  ] as const) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const text = rendered.find(({ scenario }) => scenario === 'sign-in')?.text ?? ''
  assert.doesNotMatch(text, /the-secret/)
  const config = parseControlPlaneConfig(text.replaceAll('/etc/vedette', folder))
  assert.equal(config.oauth?.ca, 'the authority')
  assert.equal(config.oauth?.sign_in?.client_secret, 'the-secret')
  assert.equal(config.oauth?.audience, 'https://vedette.example.org/mcp')
  assert.equal(config.limits.requests_per_minute, 1_000_000)
  assert.deepEqual(config.limits.organisations, { payments: { metered_reads_per_day: 0 } })
  assert.deepEqual(config.runbooks, {
    default: join(folder, 'runbooks/runbooks-default'),
    payments: join(folder, 'runbooks/runbooks-payments'),
  })

  const manifests = scenarios.find(({ scenario }) => scenario === 'sign-in')?.manifests ?? []
  const pod = manifests.find(({ kind, metadata }) => kind === 'StatefulSet' && !/nats$/.test(metadata.name))
  const mounts = pod?.spec?.template?.spec.containers[0]?.volumeMounts.map(({ mountPath }) => mountPath) ?? []
  for (const path of ['oauth-ca', 'oauth-client', 'runbooks/runbooks-default', 'runbooks/runbooks-payments'])
    assert.ok(mounts.includes(`/etc/vedette/${path}`), path)
})

function leavesOf(schema: Schema, path: readonly string[] = []): readonly string[] {
  if (schema.properties === undefined) return [path.join('.')]
  return Object.entries(schema.properties).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}

function pathsOf(value: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path.join('.')]
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))
}
