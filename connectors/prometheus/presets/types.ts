import type { Expression } from '../promql/build.ts'
import type { Matcher } from '../promql/matchers.ts'

export type Signal = 'traffic' | 'errors' | 'latency' | 'saturation'
export type Unit = 'per_second' | 'ratio' | 'seconds' | 'bytes' | 'cores' | 'count'

// What a preset's query is built from.
export type PresetContext = Readonly<{
  // Picks the service.
  service: Matcher
  by: readonly string[]
  // Seconds over which rates are taken.
  range: number
}>

// One known instrumentation of one signal. It applies when every metric of `needs` has series of the service and,
// where `told` is given, when `needs[0]` carries that label with values of that form only: a label of another
// meaning would never name a failure.
export type Preset = Readonly<{
  id: string
  signal: Signal
  what: string
  // Tells apart presets of one signal and id, such as `p99`.
  variant?: string
  unit: Unit
  needs: readonly [string, ...string[]]
  told?: Readonly<{ label: string; values: RegExp }>
  build(context: PresetContext): Expression
}>

// The name of a preset's figure in a scope: one word, so that it can stand in a label.
export function toFigure({ id, variant }: Pick<Preset, 'id' | 'variant'>): string {
  return variant === undefined ? id : `${id}_${variant}`
}
