import { createHash } from 'node:crypto'
import { findMisfit } from './assign.ts'
import { expectUnits, type Slot, type Unit } from './expected.ts'
import { judgeComposite } from './judge-composite.ts'
import { judgeHealth } from './judge-health.ts'
import { judgeRows } from './judge-rows.ts'
import { GRADED_BY, HEALTH_NEEDS, lowersVisibility, SURVIVORS, visibilityOf, type Word } from './law.ts'
import { isJson, type Json, type Listed, toListed, toWords } from './reading.ts'
import type { Performance, Question } from './stage.ts'
import { VENDOR_TOKEN } from './stage.ts'
import type { WorldSpec } from './world.ts'

/** What the oracle says of one performance: every way in which the answer is wrong, and the words it reached. */
export type Judgement = Readonly<{
  wrong: readonly string[]
  words: ReadonlySet<Word>
  isOverrun: boolean
  outcome: string
}>

const MAX_CHARACTERS = 24_000
const MAX_SOURCES_BYTES = 4_096

/** Judges the text that the client would get against the true world and its faults. */
export function judge(world: WorldSpec, question: Question, performance: Performance): Judgement {
  const { result, took_ms, allowed_ms, audit, faults } = performance
  const isOverrun = took_ms > allowed_ms
  const late = isOverrun ? [`took ${took_ms} ms of ${allowed_ms}`] : []
  const own = faults.filter((fault) => world.own === null || !/disk is full/.test(String(fault)))
  const broken = own.map((fault) => `a fault of the product's own: ${String(fault)}`)
  if (result.kind === 'error') {
    const wrong = [
      ...late,
      ...broken,
      ...judgeError(world, result.error.code),
      ...judgeCanaries(world, JSON.stringify(result.error)),
    ]
    return { wrong, words: new Set(), isOverrun, outcome: `error ${result.error.code}` }
  }
  const { text } = result
  const hash = createHash('sha256').update(text).digest('hex')
  const unaudited = audit.some((row) => row.sha256 === hash) ? [] : ['an answer without its audit row']
  const answer: unknown = JSON.parse(text)
  if (!isJson(answer))
    return { wrong: ['the answer is no object'], words: new Set(), isOverrun, outcome: 'none' }
  const listed = toListed(answer)
  const wrong = [
    ...late,
    ...broken,
    ...unaudited,
    ...judgeCanaries(world, text),
    ...judgeSize(answer, text),
    ...judgeFrame(answer, listed),
    ...judgeClaims(world, question, { answer, listed }),
  ]
  return { wrong, words: new Set(toWords(listed)), isOverrun, outcome: String(answer['visibility']) }
}

function judgeError(world: WorldSpec, code: string): readonly string[] {
  if (code === 'internal') return ['the product failed by itself']
  if (world.own === 'audit_fails')
    return code === 'audit_unavailable' ? [] : [`audit fails, and the error is ${code}`]
  return [
    'scope_required',
    'backend_required',
    'wrong_dialect',
    'unknown_scope',
    'invalid_argument',
    'not_found',
  ].includes(code)
    ? []
    : [`an error that nobody can explain: ${code}`]
}

function judgeCanaries(world: WorldSpec, text: string): readonly string[] {
  const seen = [...world.canaries, VENDOR_TOKEN].filter((canary) => text.includes(canary))
  return seen.length === 0 ? [] : [`${seen.length} secrets stand in the answer`]
}

function judgeSize(answer: Json, text: string): readonly string[] {
  const sources = Buffer.byteLength(JSON.stringify(answer['_sources'] ?? null))
  return [
    ...(text.length > MAX_CHARACTERS ? [`${text.length} characters`] : []),
    ...(sources > MAX_SOURCES_BYTES ? [`${sources} bytes of sources`] : []),
  ]
}

/** What must hold of every answer whatever it is about: its parts must agree with each other. */
function judgeFrame(answer: Json, listed: Listed): readonly string[] {
  const words = toWords(listed)
  const expected = visibilityOf(words)
  const wrong: string[] = []
  if (listed.strange.length > 0) wrong.push(`words that are none: ${listed.strange.join()}`)
  if (words.length !== listed.total)
    wrong.push(`${listed.total} sources are said, ${words.length} are listed`)
  if (answer['visibility'] !== expected)
    wrong.push(`visibility is ${String(answer['visibility'])}, its own sources say ${expected}`)
  if (expected === 'none') {
    const told = Object.keys(answer).filter((key) => !SURVIVORS.includes(key))
    if (told.length > 0) wrong.push(`nothing was read, and it still says ${told.join()}`)
  }
  const blocks = words.some((word) => lowersVisibility(word) || word === 'not_configured')
  if (answer['absent'] === true && (blocks || words.some((word) => word === 'read')))
    wrong.push('absence is claimed and not proved')
  if (answer['all_clear'] === true && (blocks || expected !== 'full'))
    wrong.push('an all-clear that nothing bears')
  return wrong
}

type Told = Readonly<{ answer: Json; listed: Listed }>

function judgeClaims(world: WorldSpec, question: Question, told: Told): readonly string[] {
  const { tool, args, mode } = question
  if (world.own === 'audit_fails') return ['the audit fails, and an answer leaves all the same']
  const isHealth = tool === 'production_health'
  const names = toNames(args)
  const input = inputOf(tool, args)
  const expect = (operation: string, more: Readonly<Record<string, unknown>> = {}) =>
    expectUnits({ world, operation, input: { ...input, ...more }, names, mode, isComposite: isHealth })
  const error = told.answer['error']
  const isRefused = isJson(error) && error['code'] === 'cannot_ask'
  if (tool in GRADED_BY) return judgeComposite({ world, tool, args, ...told, expect })
  if (!isHealth) {
    const operation = toOperation(tool)
    const units = expect(operation)
    if (isRefused) return judgeRefusal(units)
    const misfit = findMisfit(units, told.listed)
    return [
      ...(misfit === null ? [] : [misfit]),
      ...judgeCapped(units, told.listed),
      ...judgeRows({ units, operation, input, told }),
    ]
  }
  const grading = HEALTH_NEEDS.grading.map((id) => expect(id, healthInput(id)))
  const enriching = HEALTH_NEEDS.enriching.map((id) => expect(id, healthInput(id)))
  const units = [...grading.flat(), ...enriching.flat()]
  if (isRefused) return judgeRefusal(units)
  const misfit = findHealthMisfit(units, told.listed)
  return [
    ...(misfit === null ? [] : [misfit]),
    ...judgeHealth({
      world,
      answer: told.answer,
      listed: told.listed,
      grading: grading.flat(),
      enriching: enriching.flat(),
    }),
  ]
}

/** A refusal to ask anybody holds only where nobody could be asked. */
function judgeRefusal(units: readonly Unit[]): readonly string[] {
  const canAsk = units.some((unit) =>
    unit.alternatives.every((slots) => slots.some(({ word }) => ASKED.includes(word))),
  )
  return canAsk ? ['refused, although somebody could be asked'] : []
}

const ASKED: readonly Word[] = ['read', 'empty', 'unproven', 'truncated', 'stale', 'timed_out', 'forbidden']

/** Of accounts over the limit exactly the rest is left out. */
function judgeCapped(units: readonly Unit[], listed: Listed): readonly string[] {
  const over = units.filter((unit) =>
    unit.alternatives.some((slots) => slots.some(({ word }) => word === 'capped')),
  )
  const expected = Math.max(0, over.length - 12)
  const n = toWords(listed).filter((word) => word === 'capped').length
  return over.length > 0 && n !== expected ? [`${n} accounts are capped, ${expected} are over the limit`] : []
}

/** The read that is repeated for each breached objective is listed once for each, or once as left alone. */
function findHealthMisfit(units: readonly Unit[], listed: Listed): string | null {
  const repeated = (word: Word): Unit => ({
    operation: HEALTH_NEEDS.repeated,
    instances: [],
    alternatives: [[{ agent: null, connector: '*', word }]],
  })
  const nobody = (word: Word): readonly Slot[] => [{ agent: null, connector: '*', word }]
  const spared: Unit = {
    operation: HEALTH_NEEDS.spared,
    instances: [],
    alternatives: [nobody('not_needed'), nobody('not_configured')],
  }
  const planned = [...units, spared]
  let misfit: string | null = null
  for (let n = 1; n <= MAX_BURNS; n += 1) {
    const burns = Array.from({ length: n }, () => repeated('not_configured'))
    misfit = findMisfit([...planned, ...burns], listed)
    if (misfit === null) return null
  }
  return findMisfit([...planned, repeated('not_needed')], listed) === null ? null : misfit
}

const MAX_BURNS = 5

function toNames(args: Json): readonly string[] | null {
  const named = args['cluster'] ?? args['backend'] ?? args['account']
  if (named === undefined || named === 'all') return null
  return Array.isArray(named) ? named.map(String) : [String(named)]
}

function toOperation(tool: string): string {
  return TOOLS[tool] ?? tool
}

/** Tools of the laboratory by the operation that each asks. */
export const TOOLS: Readonly<Record<string, string>> = Object.freeze({
  k8s_pods_list: 'k8s.pods.list',
  k8s_nodes_list: 'k8s.nodes.list',
  k8s_deployments_list: 'k8s.deployments.list',
  alerts_active_list: 'alerts.active.list',
  incidents_list: 'incidents.list',
  slos_list: 'slos.list',
  deploys_list: 'deploys.list',
  metrics_query: 'metrics.query',
  cloud_security_groups_list: 'cloud.security_groups.list',
  cloud_service_health_list: 'cloud.service_health.list',
})

/** Rows at most by default, as each operation says. */
const LIMITS: Readonly<Record<string, number>> = {
  k8s_nodes_list: 200,
  incidents_list: 50,
  cloud_service_health_list: 50,
}

function inputOf(tool: string, args: Json): Json {
  return { limit: LIMITS[tool] ?? 100, ...args }
}

/** What the health of production asks of each operation. */
function healthInput(operation: string): Json {
  if (operation === 'k8s.deployments.list') return { unhealthy_only: true, limit: 5000 }
  if (operation === 'metrics.targets.list') return { state: 'down', limit: 500 }
  return operation.startsWith('k8s.') ? { problem_only: true, limit: 5000 } : { limit: 500 }
}
