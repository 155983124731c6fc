import { readdirSync, readFileSync } from 'node:fs'

/** The middle of some numbers; NaN of none. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The number below which this share (0 to 1) of some numbers lies, by nearest rank; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Milliseconds of one go of each side, p50 over all rounds: A B C A B C ..., so that the machine's moods hit all. */
export async function interleave<K extends string>(
  sides: Readonly<Record<K, () => Promise<unknown>>>,
  { rounds, warm = 30 }: { readonly rounds: number; readonly warm?: number },
): Promise<Readonly<Record<K, number>>> {
  const names = Object.keys(sides) as K[] // the record's own keys
  const times = new Map<K, number[]>(names.map((name) => [name, []]))
  for (let round = -warm; round < rounds; round += 1)
    for (const name of names) {
      const began = performance.now()
      await sides[name]()
      if (round >= 0) times.get(name)?.push(performance.now() - began)
    }
  // Every name of the record is a key of the result.
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<K, number>
}

/** Milliseconds of CPU that all threads of a process have used, from the scheduler's own account. */
export function readCpuMs(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = tasks.map((task) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      return 0 // the thread has ended since
    }
  })
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6
}

/** Resident memory of a process in MiB. */
export function readRssMib(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) / 1024
}

/** Bytes or times with one decimal and their unit, for notes. */
export function show(value: number, unit: string): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ${unit}`
}
