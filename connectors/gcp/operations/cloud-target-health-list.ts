import { SourceError } from '@vedette/proto/connector'
import { cloudTargetHealthList } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import { wholeRows } from '../answers.ts'
import { readBackends, readHealth } from '../backends.ts'
import { readRules } from '../forwarding.ts'
import { notFound, pickOne, serveList } from '../reading.ts'
import { elementAfter, lastOf, tail, toWord } from '../values.ts'

const HEALTH = Object.freeze({ HEALTHY: 'healthy', UNHEALTHY: 'unhealthy', DRAINING: 'draining' } as const)

type Target = Readonly<{
  backend: string
  target: string
  port: number | null
  zone: string | null
  health: (typeof HEALTH)[keyof typeof HEALTH] | 'unknown'
  reason: null
  description: null
}>

// Health of what stands behind one forwarding rule. A group that tells nothing of its members is a gap.
export const serveTargetHealthList = serveList(cloudTargetHealthList, {
  async read(reader, input) {
    const wanted = input.load_balancer
    const rule = pickOne(
      wholeRows(await readRules(reader)).filter((one) => one.id === wanted || one.name === wanted),
      { field: 'load_balancer', idOf: (one) => one.id },
    )
    if (rule === undefined) throw notFound('load_balancer', reader)
    const { services, paths, gaps: behind } = await readBackends(reader, rule)
    const gaps: Part[] = [...behind]
    const items: Target[] = []
    for (const service of services)
      for (const { group } of service.backends) {
        const place = { ...reader.scope, backend: `${service.name}/${lastOf(group)}` }
        try {
          const told = await readHealth(reader, paths.get(service.name) ?? [], group)
          if (told.length === 0)
            gaps.push({ scope: place, state: 'unproven', items: 0, why: 'group_tells_no_health' })
          items.push(
            ...told.map((one) => ({
              backend: service.name,
              target: tail(one.instance) ?? one.ipAddress ?? 'unknown',
              port: one.port,
              zone: elementAfter(one.instance ?? group, 'zones'),
              health: toWord(HEALTH, one.healthState),
              reason: null,
              description: null,
            })),
          )
        } catch (error) {
          if (!(error instanceof SourceError)) throw error
          gaps.push({ scope: place, state: error.state, ...error.carried })
        }
      }
    const asked = items.map((row) => ({
      row,
      shown: !input.unhealthy_only || row.health !== 'healthy',
      all: items,
    }))
    return {
      paged: { items: asked.filter(({ shown }) => shown), stop: 'end' },
      gaps,
      ...(items.length === 0 ? { unproven: 'no_backend_at_all' } : { proof: 'existence_checked' as const }),
    }
  },
  keyOf: ({ row }) => [row.backend, row.target, row.port ?? 0],
  toValue: ({ rows, all, total, whole }, { load_balancer }) => ({
    load_balancer,
    targets: rows.map(({ row }) => row),
    counts: whole
      ? toCounts(all[0]?.all.map((one) => one.health))
      : { healthy: null, unhealthy: null, other: null },
    total,
  }),
})

function toCounts(all: readonly string[] | undefined) {
  if (all === undefined) return { healthy: null, unhealthy: null, other: null }
  const count = (word: string) => all.filter((one) => one === word).length
  const [healthy, unhealthy] = [count('healthy'), count('unhealthy')]
  return { healthy, unhealthy, other: all.length - healthy - unhealthy }
}
