import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@vedette/test/kit'
import { parseAllDocuments } from 'yaml'
import { CHARTS, type ChartName, goldenFile, listScenarios } from '../kit/generate/manifests.ts'

type Named = Readonly<Record<string, unknown>>
type Rule = Readonly<{ apiGroups: readonly string[]; resources: readonly string[]; verbs: readonly string[] }>
type Container = Readonly<{
  name: string
  image: string
  command: readonly string[]
  securityContext: Named
  resources: Readonly<{ requests?: Named; limits?: Named }>
  startupProbe?: Named
  livenessProbe?: Named
  readinessProbe?: Named
  volumeMounts: readonly Readonly<{ name: string; mountPath: string; readOnly?: boolean }>[]
}>

/** What tests read of a pod's specification. */
export type PodSpec = Readonly<{
  serviceAccountName: string
  automountServiceAccountToken: boolean
  securityContext: Named
  containers: readonly Container[]
  initContainers?: readonly Container[]
  volumes: readonly Named[]
}>

/** A rendered manifest, as far as tests read it. */
export type Manifest = Readonly<{
  apiVersion: string
  kind: string
  metadata: Readonly<{ name: string; namespace?: string }>
  rules?: readonly Rule[]
  data?: Readonly<Record<string, string>>
  spec?: Readonly<{
    template?: Readonly<{ metadata: Named; spec: PodSpec }>
    egress?: unknown
    ingress?: unknown
  }>
}>

export type Scenario = Readonly<{ chart: ChartName; scenario: string; manifests: readonly Manifest[] }>

/** The manifests of a YAML stream. */
export function parseManifests(text: string): readonly Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null) // what helm rendered
    .filter((manifest) => manifest !== null)
}

/** Every scenario of both charts with its golden manifests. */
export function readScenarios(): readonly Scenario[] {
  return CHARTS.flatMap((chart) =>
    listScenarios(chart).map((scenario) => ({
      chart,
      scenario,
      manifests: parseManifests(readFileSync(join(ROOT, goldenFile(chart, scenario)), 'utf8')),
    })),
  )
}

/** The one manifest of a kind whose name ends so. Throws unless there is exactly one. */
export function findManifest(manifests: readonly Manifest[], kind: string, ending = ''): Manifest {
  const found = manifests.filter((one) => one.kind === kind && one.metadata.name.endsWith(ending))
  const [first] = found
  if (first === undefined || found.length > 1) throw new Error(`${found.length} of kind ${kind} *${ending}`)
  return first
}
