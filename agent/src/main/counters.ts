// Counts since the start, by name and one label of a closed list.
export type Counters = Readonly<{
  count(name: CounterName, label: string): void
  snapshot(): readonly Readonly<{ name: CounterName; label: string; value: number }>[]
}>

type CounterName = 'calls' | 'dropped' | 'withheld' | 'bus_events'

// Counters that start at zero.
export function createCounters(): Counters {
  const values = new Map<string, { name: CounterName; label: string; value: number }>()
  return Object.freeze({
    count(name: CounterName, label: string) {
      const key = `${name}/${label}`
      const entry = values.get(key) ?? { name, label, value: 0 }
      values.set(key, { ...entry, value: entry.value + 1 })
    },
    snapshot: () => [...values.values()],
  })
}
