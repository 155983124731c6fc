import { isPlaceholder } from '../secret-keys.ts'
import { isLetterAt } from './letters.ts'
import type { Scan } from './scan.ts'
import { toKindIndex } from './tables.ts'

const USERINFO = toKindIndex('url_userinfo')
const STRICT = /:\/\/([^\s/?#@"'<>\\]{1,512})@/y
// Stores take passwords with any character in it: up to the last `@` before the host.
const LENIENT = /:\/\/([^\s/?#:@"'<>]{0,128}:[^\s"'<>\\]{1,256})@(?=[A-Za-z0-9[])/y
const STORES =
  /(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|nats|tls|mssql|sqlserver|clickhouse|kafka|ldaps?|ftps?|sftp|smtps?|imaps?|cassandra|oracle|db2|jdbc)$/i

// Reads who a URL says it is, when it does: `at` is the place of its `://`.
export function readUserinfo(scan: Scan, at: number): void {
  const { text } = scan
  if (!isLetterAt(text, at - 1) && !/[0-9+.-]/.test(text[at - 1] ?? '')) return
  const pattern = STORES.test(text.slice(Math.max(0, at - 16), at)) ? LENIENT : STRICT
  const found = match(pattern, text, at) ?? match(STRICT, text, at)
  if (found === null || found === 'git' || isPlaceholder(found)) return
  const start = at + 3
  scan.hits.push({ start, end: start + found.length, kind: USERINFO, rule: 'user and password of a URL' })
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[1] ?? null
}
