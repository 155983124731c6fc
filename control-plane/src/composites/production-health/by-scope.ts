import { type Count, canCover, gradeOf, isReadClass, type Source } from '@vedette/proto/visibility'
import { boundOf, placeOf, placeOfSource, type Read } from '../read.ts'
import { type Problem, SCALE } from './problem.ts'

type Nodes = Read<Readonly<{ read: number; nodes: readonly Readonly<{ problems: readonly string[] }>[] }>>
type Pods = Read<Readonly<{ by_status: Readonly<Record<string, number>>; pods: readonly unknown[] }>>

export type ScopeFacts = Readonly<{
  nodes: Nodes
  pods: Pods
  deployments: Read<unknown>
  cloud: Read<unknown>
  alerts: Read<unknown>
  problems: readonly Problem[]
}>

const MAX_ROWS = 30
const MAX_UNSEEN = 20

// Each cluster and account by itself: those that are not well as rows, the others as a number, and by name those of
// which nothing was read. Null counts were not read.
export function toByScope(facts: ScopeFacts) {
  const { nodes, pods, deployments, cloud, problems } = facts
  const sources = [nodes, pods, deployments, cloud].flatMap((read) => read.sources)
  const places = Map.groupBy(sources.filter(isSomewhere), placeOfSource)
  const states = [...places].map(([place, own]) => {
    const found = problems.filter((one) => one.where.cluster === place)
    const read = own.filter((source) => isReadClass(source.state))
    // A place by itself is graded by all that looks at it, whatever each is needed for in the whole.
    const grading = own.map((source): Source => ({ ...source, role: 'grading' }))
    const grade = gradeOf({ scale: SCALE, outcomes: [{ sources: grading }], findings: found })
    return { place, code: grade.code, found, isSeen: read.length > 0 }
  })
  const rows = states
    .filter(({ code, isSeen }) => isSeen && code !== 'ok')
    .toSorted((a, b) => rankOf(b.code) - rankOf(a.code) || (a.place < b.place ? -1 : 1))
    .slice(0, MAX_ROWS)
    .map(({ place, code, found }) => [
      place,
      code ?? 'unknown',
      countAt(pods, place, (value) => value.pods.length),
      countAt(pods, place, ({ by_status }) => Object.values(by_status).reduce((sum, n) => sum + n, 0)),
      countAt(nodes, place, (value) => value.nodes.filter((node) => node.problems.length > 0).length),
      boundOf(found.filter((one) => one.id.startsWith('alert:')).length, [facts.alerts]),
    ])
  const unseen = states.filter((one) => !one.isSeen).map((one) => one.place)
  return {
    cols: ['scope', 'state', 'pods_bad', 'pods', 'nodes_bad', 'alerts'],
    rows,
    ok: states.filter((one) => one.code === 'ok').length,
    unseen: unseen.slice(0, MAX_UNSEEN),
    ...(unseen.length > MAX_UNSEEN ? { unseen_more: unseen.length - MAX_UNSEEN } : {}),
  }
}

function rankOf(code: (typeof SCALE)[number] | null): number {
  return code === null ? 0.5 : SCALE.indexOf(code)
}

// A source that says what is not configured anywhere is at no place.
function isSomewhere(source: Source): boolean {
  return source.agent !== undefined || Object.keys(source.scope).length > 0
}

// The number at one place; null unless that place was read whole.
function countAt<T>(read: Read<T>, place: string, count: (value: T) => number): Count {
  const views = read.views.filter((view) => placeOf(view) === place)
  const own = read.sources.filter((source) => placeOfSource(source) === place)
  const isWhole = own.length > 0 && own.every((source) => canCover(source.state))
  if (views.length === 0 || !isWhole) return null
  return views.reduce((sum, view) => sum + count(view.value), 0)
}
