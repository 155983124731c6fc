import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'

const LARGEST = 5 * 1024 * 1024

// Opens a log for appending, for its owner alone; one of more than 5 MiB is set aside as `.1` first.
export function openLog(file: string): number {
  try {
    if (statSync(file).size > LARGEST) renameSync(file, `${file}.1`)
  } catch {
    // There is none yet.
  }
  return openSync(file, 'a', 0o600)
}

// The last `count` lines of a log; none when it cannot be read.
export function readLastLines(file: string, count: number): readonly string[] {
  try {
    const size = statSync(file).size
    const buffer = Buffer.alloc(Math.min(size, 16 * 1024))
    const handle = openSync(file, 'r')
    readSync(handle, buffer, 0, buffer.length, size - buffer.length)
    closeSync(handle)
    return buffer.toString('utf8').trimEnd().split('\n').slice(-count)
  } catch {
    return []
  }
}
