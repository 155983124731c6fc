import type { Span } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import type { PrometheusClient } from '../client.ts'
import { nameMatcher } from '../promql/matchers.ts'
import { askLabelValues } from '../questions.ts'
import type { ServiceSighting } from '../services.ts'
import { MEAN_LATENCY_PRESETS, REQUEST_PRESETS } from './requests.ts'
import { SATURATION_PRESETS } from './saturation.ts'
import type { Preset, Signal } from './types.ts'

// A preset that applies, and how the service was found in its metrics.
export type ChosenPreset = Readonly<{ preset: Preset; sighting: ServiceSighting }>

type Over = Readonly<{ window: Span; context: CallContext }>

// The presets of one signal that the service's own series allow, one for each figure; none when nothing known was found.
export async function choosePresets(
  client: PrometheusClient,
  signal: Signal,
  over: Over & Readonly<{ sightings: readonly ServiceSighting[] }>,
): Promise<readonly ChosenPreset[]> {
  const known = signal === 'saturation' ? SATURATION_PRESETS : REQUEST_PRESETS
  const chosen = await chooseFrom(
    client,
    known.filter((one) => one.signal === signal),
    over,
  )
  if (chosen.length > 0 || signal !== 'latency') return chosen
  return chooseFrom(client, MEAN_LATENCY_PRESETS, over)
}

// The ids of the conventions that were looked for.
export function listTried(signal: Signal): string[] {
  const known = [...REQUEST_PRESETS, ...SATURATION_PRESETS].filter((one) => one.signal === signal)
  return [...new Set(known.map((one) => one.id))]
}

async function chooseFrom(
  client: PrometheusClient,
  presets: readonly Preset[],
  over: Over & Readonly<{ sightings: readonly ServiceSighting[] }>,
): Promise<readonly ChosenPreset[]> {
  const chosen = new Map<string, ChosenPreset>()
  for (const preset of presets) {
    if (chosen.has(preset.what)) continue
    const sighting = over.sightings.find(({ metrics }) => preset.needs.every((name) => metrics.has(name)))
    if (sighting === undefined) continue
    if (await tellsFailures(client, { preset, sighting }, over)) chosen.set(preset.what, { preset, sighting })
  }
  return [...chosen.values()]
}

async function tellsFailures(
  client: PrometheusClient,
  { preset, sighting }: ChosenPreset,
  over: Over,
): Promise<boolean> {
  if (preset.told === undefined) return true
  const { label, values } = preset.told
  const matchers = [nameMatcher(preset.needs[0]), sighting.matcher]
  const { data, partial } = await askLabelValues(client, label, { ...over, matchers })
  return !partial && data.length > 0 && data.every((one) => values.test(one))
}
