import { randomBytes } from 'node:crypto'
import type { AddressPolicy, Hit } from './detect/hit.ts'
import { redactSync } from './redact-sync.ts'

// Characters of a line that are looked at; what is longer is cut between words, so that no secret is cut in two.
export const MAX_VISIBLE = 16 * 1024
const MARK = /<(?:secret:[a-z0-9_]{1,64}|[a-z0-9_]{1,64}:[a-z2-9]{6})>/g

export type VisibleOptions = Readonly<{
  addresses?: AddressPolicy
  findCustom?: (text: string) => readonly Hit[]
}>

// Makes what tells the part of a text that may leave: NUL stands for each value that may not. At most `MAX_VISIBLE`
// characters are told, and nothing of a text that cannot be redacted.
export function createVisible(options: VisibleOptions = {}): (text: string) => string {
  const key = randomBytes(32)
  return (text) => {
    const head = text.length <= MAX_VISIBLE ? text : text.slice(0, MAX_VISIBLE).replace(/\S{1,4096}$/, '')
    try {
      return String(redactSync(head, { mode: 'body', key, ...options }).value).replace(MARK, '\0')
    } catch {
      return ''
    }
  }
}
