import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder, ROOT, runKubeTool } from '@vedette/test/kit'
import { parse, stringify } from 'yaml'
import { CHARTS, type ChartName } from '../kit/generate/manifests.ts'

// What is given beside a scenario's values, and what the refusal must name.
type Refusal = Readonly<{ chart: ChartName; values: object; names: RegExp; scenario?: string }>

const AGENT: readonly Omit<Refusal, 'chart'>[] = [
  { values: { replicas: 2 }, names: /additional properties 'replicas' not allowed/ },
  { values: { nats: { url: 'nats://x' } }, names: /'\/nats'.*additional properties 'url' not allowed/ },
  { values: { nats: { urls: ['nats://u:p@host'] } }, names: /'\/nats\/urls\/0'/ },
  {
    values: { connectors: [{ connector: 'prometheus', config: { url: 'http://p', urls: 1 } }] },
    names: /'\/connectors\/0\/config'.*'urls' not allowed/,
  },
  { values: { connectors: [{ connector: 'prometheus' }] }, names: /'\/connectors\/0'.*'config'/ },
  {
    values: { connectors: [{ connector: 'promethues', config: {} }] },
    names: /'\/connectors\/0\/connector'/,
  },
  {
    values: { connectors: [{ connector: 'redis', config: { host: 'r', password: 'plain-text' } }] },
    names: /'\/connectors\/0\/config\/password'/,
  },
  { values: { deny: ['k8s.pod.list'] }, names: /'\/deny\/0'/ },
  { values: { deny: [{ deny: 'k8s.*', namespaces: 'a' }] }, names: /'\/deny\/0'.*'namespaces' not allowed/ },
  { values: { writes: ['k8s.pods.list'] }, names: /'\/writes\/0'/ },
  { values: { image: { digest: 'latest' } }, names: /'\/image\/digest'/ },
  { values: { writes: ['k8s.workloads.restart'] }, names: /highRisk: must be true/ },
  { values: { rbac: { scope: 'namespaces' } }, names: /rbac\.namespaces: name the namespaces/ },
  { values: { nats: { lobby: { existingSecret: '' } } }, names: /nats\.lobby\.existingSecret/ },
  { values: { nats: { urls: [] } }, names: /nats\.urls: name/ },
  { values: { enrolment: { method: 'joinToken' } }, names: /enrolment\.joinToken\.existingSecret/ },
  {
    values: { enrolment: { method: 'joinToken', joinToken: { existingSecret: 'a' } } },
    names: /persistence\.enabled: .*keep its key/,
  },
  { values: { prometheus: { url: 'http://p' } }, names: /prometheus\.url: belongs/, scenario: 'hub' },
]
const CONTROL_PLANE: readonly Omit<Refusal, 'chart'>[] = [
  { values: { autoscaling: { enabled: true } }, names: /autoscaling\.enabled: needs store\.type postgres/ },
  { values: { replicas: 2 }, names: /replicas: needs store\.type postgres/ },
  { values: { store: { type: 'mysql' } }, names: /'\/store\/type'/ },
  { values: { store: { type: 'postgres' } }, names: /store\.postgres\.existingSecret/ },
  { values: { store: { url: 'postgres://u:p@h' } }, names: /'\/store'.*'url' not allowed/ },
  { values: { operator: { existingSecret: '' } }, names: /operator\.existingSecret/ },
  { values: { nats: { mode: 'external' } }, names: /nats\.urls: name the servers/ },
  { values: { nats: { urls: ['nats://x'] } }, names: /nats\.urls: belong to nats\.mode external/ },
  { values: { nats: { bundled: { replicas: 2 } } }, names: /'\/nats\/bundled\/replicas'/ },
  { values: { ingress: { enabled: true } }, names: /ingress\.host/ },
  { values: { limits: { calls: 1 } }, names: /'\/limits'.*'calls' not allowed/ },
  { values: { runbooks: { default: '../etc' } }, names: /'\/runbooks\/default'/ },
  { values: { oauth: { settings: { isuer: 'https://id' } } }, names: /'\/oauth\/settings'/ },
  { values: { oauth: { ca: { existingSecret: 'a' } } }, names: /oauth\.settings: name the provider/ },
  {
    values: { oauth: { settings: { sign_in: { client_id: 'a', client_secret: 'plain-text' } } } },
    names: /'\/oauth\/settings\/sign_in'.*'client_secret' not allowed/,
  },
  {
    values: {
      oauth: {
        clientSecret: { existingSecret: 'a' },
        settings: { issuer: 'https://id.example.org', organisation: { fixed: 'a' } },
      },
    },
    names: /oauth\.settings\.sign_in: the client's secret/,
  },
]
const REFUSALS: readonly Refusal[] = [
  ...AGENT.map((one) => ({ chart: 'agent' as const, ...one })),
  ...CONTROL_PLANE.map((one) => ({ chart: 'control-plane' as const, ...one })),
]

for (const { chart, values, names, scenario = 'default' } of REFUSALS)
  test(`the chart ${chart} refuses ${JSON.stringify(values)} and names where`, (t) => {
    const file = join(createFolder(t), 'values.yaml')
    writeFileSync(file, stringify(values))
    const folder = join(ROOT, 'helm', chart)
    const base = join(folder, 'ci', `${scenario}-values.yaml`)
    const { code, stderr } = runKubeTool('helm', [
      'template',
      'x',
      folder,
      '--values',
      base,
      '--values',
      file,
    ])
    assert.equal(code, 1, 'it was taken')
    assert.match(stderr.replaceAll('\n', ' '), names)
    assert.doesNotMatch(stderr, /plain-text/)
  })

for (const chart of CHARTS)
  test(`the README of the chart ${chart} describes every value, with its default, and no other`, () => {
    const folder = join(ROOT, 'helm', chart)
    const values = listLeaves(parse(readFileSync(join(folder, 'values.yaml'), 'utf8')))
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    const rows = [...readme.matchAll(/^\| `([\w.-]+)` \| `?(.*?)`? \| .+ \|$/gm)]
    assert.deepEqual(
      rows.map(([, name, value]) => `${name} = ${value}`).toSorted(),
      values.map(([name, value]) => `${name} = ${value}`).toSorted(),
    )
  })

// Paths of values with their defaults as one line of JSON; an empty object is a value.
function listLeaves(value: unknown, path: readonly string[] = []): readonly (readonly [string, string])[] {
  const isBranch = typeof value === 'object' && value !== null && !Array.isArray(value)
  const entries = isBranch ? Object.entries(value) : []
  if (entries.length === 0) return [[path.join('.'), JSON.stringify(value)]]
  return entries.flatMap(([key, inner]) => listLeaves(inner, [...path, key]))
}
