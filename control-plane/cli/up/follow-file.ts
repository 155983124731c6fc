import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Clock } from '@vedette/proto/clock'
import { readText } from './data-dir.ts'

const SETTLE_MS = 200

// Tells when a file's text has changed and has then been left alone for 200 ms. Its folder is watched, so that a
// file which is replaced as a whole is still the same file. Ends with the signal.
export function followFile(
  file: string,
  changed: (text: string) => void,
  { clock, signal }: Readonly<{ clock: Clock; signal: AbortSignal }>,
): void {
  let before = readText(file)
  let cancel = () => {}
  const look = () => {
    const text = readText(file)
    if (text === null || text === before) return
    before = text
    changed(text)
  }
  const watcher = watch(dirname(file), { signal }, (_, name) => {
    if (name !== null && name !== basename(file)) return
    cancel()
    cancel = clock.after(SETTLE_MS, look)
  })
  watcher.on('error', () => {})
  signal.addEventListener('abort', () => cancel())
}
