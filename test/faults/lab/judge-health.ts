import type { Slot, Unit } from './expected.ts'
import { bearsGrade, GRADES, HEALTH_NEEDS, isRead, isWhole } from './law.ts'
import { isJson, type Json, type Listed, toRows } from './reading.ts'
import { distinctInstances, problemsOf, type TrueProblem, trueGrade } from './truth.ts'
import type { InstanceSpec, WorldSpec } from './world.ts'

type Facts = Readonly<{
  world: WorldSpec
  answer: Json
  listed: Listed
  grading: readonly Unit[]
  enriching: readonly Unit[]
}>

/** The claims of the health of production against the truth. */
export function judgeHealth(facts: Facts): readonly string[] {
  if (facts.answer['visibility'] === 'none') return []
  const { world } = facts
  const configured = distinctInstances(world).filter((one) => one.fault !== 'secret_missing')
  const problems = configured.flatMap(problemsOf)
  return [
    ...judgeGrade(facts, problems),
    ...judgeProblems(facts, problems),
    ...judgePlaces(facts, problems),
    ...judgeFine(facts),
  ]
}

/** Whether each of its ways leaves a unit without all that a grade needs. */
function mustWithhold(unit: Unit): boolean {
  return unit.alternatives.every((slots) => !isBorne(slots))
}

/** A source stands in for another one of its unit only when it was read whole. */
function isBorne(slots: readonly Slot[]): boolean {
  return (
    slots.every(({ word }) => bearsGrade(word)) ||
    (slots.filter(({ word }) => isRead(word)).some(({ word }) => isWhole(word)) &&
      slots.every(({ word }) => isWhole(word) || !isRead(word)) &&
      new Set(slots.map(({ agent }) => agent)).size > 1)
  )
}

function judgeGrade({ answer, listed, grading }: Facts, problems: readonly TrueProblem[]): readonly string[] {
  const verdict = isJson(answer['verdict']) ? answer['verdict'] : {}
  const { code } = verdict
  if (code === null || code === undefined) return []
  const wrong: string[] = []
  const blind = grading.filter(mustWithhold)
  if (blind.length > 0)
    wrong.push(`graded ${String(code)} without ${[...new Set(blind.map((unit) => unit.operation))].join()}`)
  const told = listed.unread.filter(
    (row) => HEALTH_NEEDS.grading.includes(row.operation) && !row.isCovered && !bearsGrade(row.word),
  )
  if (told.length > 0) wrong.push(`graded ${String(code)} with ${told[0]?.operation} ${told[0]?.word}`)
  const seen = problems.filter((problem) => isSeenBy(problem, grading))
  if (GRADES.indexOf(String(code)) < GRADES.indexOf(trueGrade(seen)))
    wrong.push(`graded ${String(code)}, true is ${trueGrade(seen)}`)
  return wrong
}

/** Problems of grading operations that somebody is there to tell of. */
function isSeenBy(problem: TrueProblem, grading: readonly Unit[]): boolean {
  return grading.some((unit) =>
    unit.instances.some((instance) =>
      problemsOf({ ...instance, items: { [unit.operation]: instance.items[unit.operation] ?? [] } }).some(
        (one) => one.id === problem.id,
      ),
    ),
  )
}

function judgeProblems({ answer }: Facts, problems: readonly TrueProblem[]): readonly string[] {
  const truth = new Set(problems.map((one) => one.id))
  const invented = toRows(answer['problems']).filter((row) => !truth.has(String(row['id'])))
  const total = answer['problems_total']
  const bound = isJson(total) ? total['at_least'] : total
  return [
    ...invented.slice(0, 2).map((row) => `a problem that is not there: ${String(row['id'])}`),
    ...(typeof bound === 'number' && bound > truth.size
      ? [`${bound} problems are said, ${truth.size} are there`]
      : []),
    ...judgeExact(total, { answer, truth: problems }),
  ]
}

/** A plain number of problems is exact over what could be graded. */
function judgeExact(
  total: unknown,
  { answer, truth }: Readonly<{ answer: Json; truth: readonly TrueProblem[] }>,
): readonly string[] {
  if (typeof total !== 'number' || answer['visibility'] !== 'full') return []
  const all = new Set(truth.map((one) => one.id)).size
  return total === all ? [] : [`${total} problems are said with full visibility, ${all} are there`]
}

type Count = number | null | undefined

/** Each place by itself: its numbers are true or null, and nobody is called fine who was not seen. */
function judgePlaces(
  { answer, world, grading, enriching }: Facts,
  problems: readonly TrueProblem[],
): readonly string[] {
  const byScope = isJson(answer['by_scope']) ? answer['by_scope'] : {}
  const clusters = distinctInstances(world).filter((one) => one.kind === 'kubernetes')
  const wrong: string[] = []
  for (const row of toRows(byScope)) {
    const instance = clusters.find((one) => one.scope['cluster'] === row['scope'])
    if (instance === undefined) continue
    const truth = countsOf(instance)
    for (const key of ['pods_bad', 'pods', 'nodes_bad'] as const) {
      const told = row[key] as Count
      if (typeof told === 'number' && told !== truth[key])
        wrong.push(`${String(row['scope'])}: ${key} is ${told}, true is ${truth[key]}`)
    }
    if (row['state'] === 'ok') wrong.push(`${String(row['scope'])} is listed as ok among those not well`)
  }
  const units = [...grading, ...enriching]
  const places = new Set(
    distinctInstances(world)
      .filter((one) => PLACED.includes(one.kind))
      .flatMap((one) => Object.values(one.scope)),
  )
  const fine = [...places].filter((place) => {
    const own = units.filter((unit) => unit.instances.some((one) => Object.values(one.scope).includes(place)))
    const isSick = problems.some((one) => one.place === place && one.grade !== 'ok')
    return !isSick && own.every((unit) => !mustWithhold(withoutOthers(unit)))
  })
  const ok = Number(byScope['ok'] ?? 0)
  if (ok > fine.length) wrong.push(`${ok} places are called fine, at most ${fine.length} can be`)
  return wrong
}

/** The unit without what it says of places that are not its own. */
function withoutOthers(unit: Unit): Unit {
  const alternatives = unit.alternatives.map((slots) => slots.filter(({ word }) => word !== 'out_of_reach'))
  return { ...unit, alternatives }
}

const PLACED: readonly string[] = ['kubernetes', 'aws']

function countsOf(instance: InstanceSpec): Readonly<Record<'pods_bad' | 'pods' | 'nodes_bad', number>> {
  const pods = instance.items['k8s.pods.list'] ?? []
  const nodes = instance.items['k8s.nodes.list'] ?? []
  return {
    pods: pods.length,
    pods_bad: pods.filter((item) => item.bad).length,
    nodes_bad: nodes.filter((item) => item.bad).length,
  }
}

/** What is said to have looked fine: true numbers, lower bounds or null. */
function judgeFine({ answer, world, grading }: Facts): readonly string[] {
  const clusters = distinctInstances(world).filter(
    (one) => one.kind === 'kubernetes' && one.fault !== 'secret_missing',
  )
  const sum = (count: (instance: InstanceSpec) => number) => clusters.reduce((n, one) => n + count(one), 0)
  const truth: Readonly<Record<string, Readonly<{ n: number; of: number; operation: string }>>> = {
    pods: {
      operation: 'k8s.pods.list',
      of: sum((one) => countsOf(one).pods),
      n: sum((one) => countsOf(one).pods - countsOf(one).pods_bad),
    },
    nodes: {
      operation: 'k8s.nodes.list',
      of: sum((one) => one.items['k8s.nodes.list']?.length ?? 0),
      n: sum((one) => (one.items['k8s.nodes.list'] ?? []).filter((item) => !item.bad).length),
    },
  }
  const rows = Array.isArray(answer['looked_fine'])
    ? answer['looked_fine'].filter(isJson)
    : toRows(answer['looked_fine'])
  return rows.flatMap((row) => {
    const known = truth[String(row['what'])]
    if (known === undefined) return []
    const isBlind = grading.some((unit) => unit.operation === known.operation && mustWithhold(unit))
    return (['n', 'of'] as const).flatMap((key) => {
      const told = row[key]
      const bound = isJson(told) ? told['at_least'] : row[`${key}.at_least`]
      if (typeof told === 'number' && (isBlind || told !== known[key]))
        return [
          `${String(row['what'])} looked fine: ${key} is ${told}, true is ${isBlind ? 'not known' : known[key]}`,
        ]
      return typeof bound === 'number' && bound > known[key]
        ? [`${String(row['what'])}: at least ${bound} of ${known[key]}`]
        : []
    })
  })
}
