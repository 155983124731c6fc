import type { Scan } from './scan.ts'
import { toKindIndex } from './tables.ts'

const EMAIL = toKindIndex('email')
const DOMAIN =
  /@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}(?:xn--[a-z0-9]{2,30}|[A-Za-z]{2,24})(?![A-Za-z0-9-]|\.[A-Za-z0-9])/y

// Names of roles and machines, and domains of machines: nobody's mail box.
const ROLES = /^(?:git|no-?reply|do-?not-?reply|svn|hg)$/i
const MACHINES =
  /(?:\.gserviceaccount\.com|users\.noreply\.github\.com|\.(?:local|localhost|localdomain|internal|lan|svc|invalid|service|slice|socket|timer|mount|target|scope|device|swap|path))$/i

// Reads the mail address around the `@` at a place.
export function readEmail(scan: Scan, at: number): void {
  const { text } = scan
  let start = at
  while (start > 0 && at - start < 64 && isLocal(text.charCodeAt(start - 1))) start -= 1
  while (start < at && ".-'+".includes(text[start] ?? '')) start += 1
  if (start === at) return
  DOMAIN.lastIndex = at
  const match = DOMAIN.exec(text)
  if (match === null) return
  const local = text.slice(start, at)
  if (ROLES.test(local) || MACHINES.test(match[0])) return
  scan.hits.push({ start, end: at + match[0].length, kind: EMAIL, rule: 'mail address' })
}

// Letters, digits and `.!#$%&'*+-=?^_{|}~` less what more often surrounds an address than belongs to it.
function isLocal(code: number): boolean {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)) return true
  return code === 46 || code === 95 || code === 45 || code === 43 || code === 37 || code === 39 || code > 0xa0
}
