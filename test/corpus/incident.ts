import type { RecordedWorld } from '../../control-plane/testing/world.ts'

export const CAUSES = Object.freeze([
  'deploy',
  'config',
  'scale',
  'node',
  'dependency',
  'traffic',
  'quota',
  'cert',
  'cloud',
] as const)
export type CauseKind = (typeof CAUSES)[number]

/** Where the cause of an incident is to be found, as its author knows it; the ranking code is never asked. */
export type Label = Readonly<{
  /** The true cause; null: nothing that these sources show caused it. */
  cause: Readonly<{ kinds: readonly CauseKind[]; at: string; within_s: number }> | null
  /** A change that looks worse than the cause. */
  herring: string | null
  /** Sources of changes that were not read. */
  unread: readonly string[]
}>

/** One labelled incident as it is kept in a file. */
export type Incident = Readonly<{
  id: string
  tool: 'investigate_alert' | 'investigate_incident' | 'deploy_correlation'
  args: Readonly<Record<string, unknown>>
  story: string
  label: Label
  world: RecordedWorld
}>
