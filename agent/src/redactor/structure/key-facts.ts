import { judgeKey } from '../detect/assignments.ts'
import { NEAR_NONE, type Near } from '../detect/hit.ts'
import { judgePersonalKey } from '../detect/personal-keys.ts'
import { giveScan, takeScan } from '../detect/scan.ts'
import { scanText } from '../detect/scan-text.ts'
import type { SecretKey } from '../secret-keys.ts'

// What a key says about the value under it.
export type KeyFacts = Readonly<{
  secret: SecretKey | null
  // Kind of personal data by its place in the table, or -1.
  personal: number
  // Kinds that its words announce.
  near: Near
  // Its value is an address of somebody outside.
  isClient: boolean
  // Its value is a statement of SQL.
  isSql: boolean
  // Its values are variables of an environment.
  isEnvironment: boolean
  isLastApplied: boolean
  // None of the above: the value is what its text says.
  isPlain: boolean
}>

const CLIENT =
  /(?:client|remote|visitor|caller|user|peer|customer|forwarded|real|source|src|origin|viewer)[-_.]?(?:ip|addr|address|host|for)$|^(?:ip_?address|x-forwarded-for|x-real-ip|cf-connecting-ip|true-client-ip|sourceip(?:s|address)?|httpRequest\.remoteIp|remoteip)$/i
const SQL = /^(?:sql|db\.statement|db\.query\.text|statement|sql_text|sql_query|query_text)$/i
const LAST_APPLIED = /^kubectl\.kubernetes\.io\/last-applied-configuration$/i

export const NO_FACTS: KeyFacts = Object.freeze({
  secret: null,
  personal: -1,
  near: NEAR_NONE,
  isClient: false,
  isSql: false,
  isEnvironment: false,
  isLastApplied: false,
  isPlain: true,
})

const KNOWN = 8192
const known = new Map<string, KeyFacts>()

// What a key says; keys recur in every row, so answers are kept.
export function toKeyFacts(key: string): KeyFacts {
  const facts = known.get(key)
  if (facts !== undefined) return facts
  if (known.size >= KNOWN) known.clear()
  const fresh = judge(key)
  known.set(key, fresh)
  return fresh
}

function judge(key: string): KeyFacts {
  const facts = {
    secret: judgeKey(key),
    personal: judgePersonalKey(key),
    near: findNear(key),
    isClient: CLIENT.test(key),
    isSql: SQL.test(key),
    isEnvironment: /^(?:env|environment|envs|env_vars|environment_variables)$/i.test(key),
    isLastApplied: LAST_APPLIED.test(key),
  }
  const { secret, personal, near, ...switches } = facts
  const isPlain =
    secret === null && personal < 0 && near.size === 0 && !Object.values(switches).includes(true)
  return { ...facts, isPlain }
}

function findNear(key: string): Near {
  const scan = takeScan(key.slice(0, 256), { near: NEAR_NONE, addresses: 'keep', phones: { left: 0 } })
  scanText(scan)
  const near = scan.words.length === 0 ? NEAR_NONE : new Set(scan.words.flatMap(({ kinds }) => kinds))
  giveScan(scan)
  return near
}
