import type { servicesSignalsGet } from '@vedette/proto/operations'
import type { z } from 'zod'
import { type Direction, detectOnset, type Onset, type Sample } from '../onset/detect-onset.ts'
import { itemsOf, type Read } from '../read.ts'
import { showTime } from './time.ts'

type Signals = Read<z.output<typeof servicesSignalsGet.output>>
type SignalName = 'traffic' | 'errors' | 'latency' | 'saturation'

// A signal that left its level, with when and by how much.
export type Symptom = Readonly<{
  service: string
  signal: SignalName
  query: string
  backend: string
  unit: string
  onset: Onset
  cite: () => string
}>

// Which way is wrong, and which signal speaks for the service when several moved.
const DIRECTIONS: Readonly<Record<SignalName, Direction>> = Object.freeze({
  errors: 'up',
  latency: 'up',
  saturation: 'up',
  traffic: 'down',
})
const ORDER: readonly SignalName[] = ['errors', 'latency', 'traffic', 'saturation']

// Every signal that left its level in the wrong direction: of several series the one that moved most.
export function toSymptoms(read: Signals): readonly Symptom[] {
  return itemsOf(read, ({ signals }) => signals)
    .flatMap(({ item, view }): readonly Symptom[] => {
      const onset = strongest(
        item.series.map((one) => one.points),
        DIRECTIONS[item.signal],
      )
      if (onset === null) return []
      const { signal, query, unit } = item
      return [
        { service: view.value.service, signal, query, unit, backend: view.instance, onset, cite: view.cite },
      ]
    })
    .toSorted(compareSymptoms)
}

// The symptom that an investigation starts from: errors before latency, traffic and saturation, the oldest first.
export function firstSymptom(symptoms: readonly Symptom[]): Symptom | null {
  return symptoms.toSorted(compareSymptoms)[0] ?? null
}

// Change of traffic around a moment in percent; null when it was not read or was nothing before.
export function trafficChange(read: Signals | null, at: number): number | null {
  const points =
    read?.views.flatMap(({ value }) =>
      value.signals
        .filter((one) => one.signal === 'traffic')
        .flatMap((one) => one.series.flatMap((s) => s.points)),
    ) ?? []
  const mean = (from: number, to: number) => {
    const values = points.flatMap(([time, value]) =>
      time >= from && time < to && typeof value === 'number' ? [value] : [],
    )
    return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length
  }
  const span = 30 * 60_000
  const before = mean(at - span, at)
  const since = mean(at, at + span)
  return before === null || since === null || before === 0
    ? null
    : Math.round((100 * (since - before)) / before)
}

// A symptom as answers show it.
export function showSymptom(symptom: Symptom): Readonly<Record<string, unknown>> {
  const { service, signal, query, backend, onset, unit } = symptom
  const { before, peak, now, recovering } = onset
  return {
    service,
    signal,
    query: query.slice(0, 300),
    backend,
    unit,
    onset: showTime(onset.at),
    before: round(before),
    peak: round(peak),
    now: round(now),
    recovering,
    evidence: symptom.cite(),
  }
}

// When a symptom began, as answers show it.
export function showOnset({ onset, signal, unit }: Symptom): Readonly<Record<string, unknown>> {
  return {
    at: showTime(onset.at),
    plus_minus_s: onset.plus_minus_s,
    how: 'changepoint',
    signal,
    before: round(onset.before),
    during: round(onset.during),
    unit,
  }
}

function strongest(all: readonly (readonly Sample[])[], direction: Direction): Onset | null {
  return all
    .flatMap((samples) => detectOnset(samples, direction) ?? [])
    .reduce<Onset | null>((best, one) => (best === null || one.strength > best.strength ? one : best), null)
}

function compareSymptoms(a: Symptom, b: Symptom): number {
  return ORDER.indexOf(a.signal) - ORDER.indexOf(b.signal) || a.onset.at - b.onset.at
}

// Four significant digits: more would only look exact.
function round(value: number): number {
  return Number(value.toPrecision(4))
}
