import type { Unit } from './expected.ts'
import { BEST_WORDS, bearsGrade, GRADED_BY, GRADED_THERE } from './law.ts'
import { isJson, type Json, type Listed } from './reading.ts'
import { distinctInstances, isTrulyWell } from './truth.ts'
import type { WorldSpec } from './world.ts'

type Facts = Readonly<{
  world: WorldSpec
  tool: string
  args: Json
  answer: Json
  listed: Listed
  expect(operation: string, more?: Json): readonly Unit[]
}>

/** A composite gives its verdict only where all that grades it can have been read, and its best word only in truth. */
export function judgeComposite(facts: Facts): readonly string[] {
  const { answer, tool, world, args } = facts
  const verdict = isJson(answer['verdict']) ? answer['verdict'] : {}
  const code = verdict['code'] ?? null
  if (code === null) return judgeShown(facts)
  const says = `${tool} says ${String(code)}`
  const grading = [...(GRADED_BY[tool] ?? []), ...(GRADED_THERE[tool] ?? [])]
  if (grading.length === 0) return [`${says}, and nothing here can bear it`]
  const blind = (GRADED_BY[tool] ?? [])
    .flatMap((operation) => facts.expect(operation, { limit: 5_000 }))
    .filter((unit) => !unit.instances.some(({ fault }) => fault !== null && BY_LIST.includes(fault)))
    .filter((unit) => unit.alternatives.every((slots) => !slots.some(({ word }) => bearsGrade(word))))
  const told = facts.listed.unread.filter(
    (row) => grading.includes(row.operation) && !row.isCovered && !bearsGrade(row.word),
  )
  const cut = facts.listed.read.filter((row) => grading.includes(row.operation) && !bearsGrade(row.word))
  const isBest = code === BEST_WORDS[tool]
  return [
    ...(blind.length > 0 ? [`${says} without ${blind[0]?.operation}`] : []),
    ...(told.length > 0 ? [`${says} with ${told[0]?.operation} ${told[0]?.word}`] : []),
    ...(cut.length > 0 ? [`${says} with ${cut[0]?.operation} ${cut[0]?.word}`] : []),
    ...(isBest && !isTrulyWell(tool, args, configured(world)) ? [`${says}, and that is not true`] : []),
    ...judgeShown(facts),
  ]
}

function configured(world: WorldSpec) {
  return distinctInstances(world).filter((one) => one.fault !== 'secret_missing')
}

/** A diagnosis inside the answer is a grade as well: a workload is called healthy only in truth. */
function judgeShown({ tool, answer, args, world }: Facts): readonly string[] {
  const { diagnosis } = answer
  const isHealthy = tool === 'workload_triage' && isJson(diagnosis) && diagnosis['code'] === 'healthy'
  return isHealthy && !isTrulyWell(tool, args, configured(world))
    ? ['the workload is called healthy, and is not']
    : []
}

/** Faults that hit some lists and not others, by how a composite asks. */
const BY_LIST: readonly string[] = ['http_403_some_namespaces', 'missing_last_page', 'gone_always']
