import { globSync } from 'node:fs'
import { join } from 'node:path'
import { runKubeTool } from '../helm.ts'
import { ROOT } from '../root.ts'

/** The charts and, for each, its scenarios by name: `ci/<scenario>-values.yaml`, the default one first. */
export const CHARTS = Object.freeze(['agent', 'control-plane'] as const)
export type ChartName = (typeof CHARTS)[number]

/** Names of a chart's scenarios, sorted with `default` first. */
export function listScenarios(chart: ChartName): readonly string[] {
  const names = globSync('*-values.yaml', { cwd: join(ROOT, 'helm', chart, 'ci') }).map((file) =>
    file.replace(/-values\.yaml$/, ''),
  )
  return ['default', ...names.filter((name) => name !== 'default').sort()]
}

/** Where the manifests of a scenario are kept, from the root. */
export function goldenFile(chart: ChartName, scenario: string): string {
  return `helm/${chart}/ci/${scenario}.golden.yaml`
}

/** What a real helm renders for a scenario, in the namespace `vedette`. Throws with its words when it refuses. */
export function renderScenario(chart: ChartName, scenario: string): string {
  const folder = join(ROOT, 'helm', chart)
  const values = join(folder, 'ci', `${scenario}-values.yaml`)
  const args = ['template', `vedette-${chart}`, folder, '--namespace', 'vedette', '--values', values]
  const { code, stdout, stderr } = runKubeTool('helm', args)
  if (code !== 0) throw new Error(`${chart}, ${scenario}: ${stderr}`)
  // Which manifest comes first among equals is helm's own affair: they are kept by name.
  const parts = stdout.split(/^---\n/m).filter((part) => part.trim() !== '')
  return `---\n${parts.sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1)).join('---\n')}`
}

function toKey(part: string): string {
  const line = (pattern: RegExp) => pattern.exec(part)?.[1] ?? ''
  return [
    line(/^# Source: (.*)$/m),
    line(/^kind: (.*)$/m),
    line(/^ {2}name: (.*)$/m),
    line(/^ {2}namespace: (.*)$/m),
  ].join(' ')
}

/** The golden manifests of every scenario of both charts. */
export async function generate(): Promise<readonly Readonly<{ path: string; text: string }>[]> {
  return CHARTS.flatMap((chart) =>
    listScenarios(chart).map((scenario) => ({
      path: goldenFile(chart, scenario),
      text: renderScenario(chart, scenario),
    })),
  )
}
