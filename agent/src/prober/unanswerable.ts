import type { Finding, InstanceHealth } from './health-book.ts'

// One operation that an instance cannot answer now although it is not down itself; `since` in epoch milliseconds.
export type Unanswerable = Readonly<{
  operation: string
  state: 'connector_down' | 'forbidden' | 'not_served'
  since: number
  code?: string
  // The server that is down.
  server?: string
  // The permission that is missing.
  missing?: string
  why?: string
}>

type Word = Omit<Unanswerable, 'since'>

// What a finding takes out of the served set, by operation: one entry each, a server that is down before what was
// refused. Only what is known: a server that is degraded or unchecked takes nothing away. An instance that is down or
// not configured says so itself and has none.
export function findUnanswerable(
  finding: Finding,
  before: Pick<InstanceHealth, 'unanswerable'>,
  now: number,
): readonly Unanswerable[] {
  if (finding.health === 'down' || finding.health === 'not_configured') return []
  const words = new Map<string, Word>()
  for (const word of [...toDown(finding), ...toRefused(finding)])
    if (!words.has(word.operation)) words.set(word.operation, word)
  const known = new Map((before.unanswerable ?? []).map((one) => [one.operation, one]))
  return [...words.values()]
    .sort((a, b) => (a.operation < b.operation ? -1 : 1))
    .map((word) => {
      const last = known.get(word.operation)
      const isSame = last?.state === word.state && last.server === word.server && last.code === word.code
      return { ...word, since: isSame ? last.since : now }
    })
}

function toDown({ servers }: Finding): readonly Word[] {
  return servers
    .filter((server) => server.health === 'down')
    .flatMap(({ name, code, needed_by = [] }) =>
      needed_by.map((operation) => ({
        operation,
        state: 'connector_down' as const,
        code: code ?? 'down',
        server: name,
      })),
    )
}

function toRefused({ refused = [] }: Finding): readonly Word[] {
  return refused.map(({ operation, state = 'forbidden', missing, why }) => ({
    operation,
    state,
    ...(missing === undefined ? {} : { missing }),
    ...(why === undefined ? {} : { why }),
  }))
}
