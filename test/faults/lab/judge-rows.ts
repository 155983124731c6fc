import { trueItems, type Unit } from './expected.ts'
import { isWhole } from './law.ts'
import { isJson, type Json, type Listed, toRows } from './reading.ts'
import { SHAPES } from './rows.ts'
import type { InstanceSpec } from './world.ts'

type Facts = Readonly<{
  units: readonly Unit[]
  operation: string
  input: Json
  told: Readonly<{ answer: Json; listed: Listed }>
}>

/** Rows and numbers of a list against the truth: nothing invented, and nothing missing from what claims to be whole. */
export function judgeRows({ units, operation, input, told }: Facts): readonly string[] {
  const { answer, listed } = told
  const shape = SHAPES[operation]
  if (shape === undefined || answer['visibility'] === 'none') return []
  const instances = units.flatMap((unit) => unit.instances)
  const shares = toShares(answer, instances)
  const isCut = 'cut' in answer
  return shares.flatMap(({ instance, value }) => {
    if (instance === null) return ['a share of the answer belongs to no instance']
    const rows = toRows(value[shape.list])
    const ids = rows.map((row) => String(row[shape.key] ?? row[`${shape.key}.series`]))
    const meant = meantItems(instance, { operation, input })
    const truth = new Set(meant.map((item) => item.id))
    const invented = ids.filter((id) => !truth.has(id))
    const wrong: string[] = []
    if (invented.length > 0)
      wrong.push(`${instance.agent}/${instance.name} shows what is not there: ${invented.slice(0, 3).join()}`)
    if (new Set(ids).size !== ids.length) wrong.push(`${instance.agent}/${instance.name} shows a thing twice`)
    if (isClaimedWhole(instance, { units, operation, listed }) && !isCut && ids.length !== truth.size)
      wrong.push(
        `${instance.agent}/${instance.name} claims to be whole and shows ${ids.length} of ${truth.size}`,
      )
    wrong.push(
      ...judgeNumbers(value, {
        instance,
        operation,
        isWhole: isClaimedWhole(instance, { units, operation, listed }),
      }),
    )
    return wrong
  })
}

type Share = Readonly<{ instance: InstanceSpec | null; value: Json }>

function toShares(answer: Json, instances: readonly InstanceSpec[]): readonly Share[] {
  const { results } = answer
  if (!Array.isArray(results)) return [{ instance: instances[0] ?? null, value: answer }]
  return results.filter(isJson).map((value) => ({
    value,
    instance: instances.find((one) => one.agent === value['agent'] && one.name === value['instance']) ?? null,
  }))
}

function meantItems(
  instance: InstanceSpec,
  { operation, input }: Readonly<{ operation: string; input: Json }>,
) {
  const namespace = input['namespace']
  const items = (instance.items[operation] ?? []).filter(
    (item) => namespace === undefined || item.ns === namespace,
  )
  return trueItems(items, { operation, input })
}

type Claiming = Readonly<{ units: readonly Unit[]; operation: string; listed: Listed }>

/** Whether the answer leaves no doubt that this instance was read to its end. */
function isClaimedWhole(instance: InstanceSpec, { units, operation, listed }: Claiming): boolean {
  const own = units.filter((unit) => unit.instances.includes(instance))
  if (
    own.length > 0 &&
    own.every((unit) => unit.alternatives.every((slots) => slots.every(({ word }) => isWhole(word))))
  )
    return true
  if (listed.more.size > 0) return false
  const isUnread = listed.unread.some(
    (row) => row.agent === instance.agent && row.connector === instance.name,
  )
  const isPartly = listed.read.some(
    (row) =>
      row.operation === operation &&
      !isWhole(row.word) &&
      (row.connectors.includes(instance.name) || row.connectors.includes('+')),
  )
  return !isUnread && !isPartly
}

type Counting = Readonly<{ instance: InstanceSpec; operation: string; isWhole: boolean }>

/** Numbers beside the rows: exact where the read is whole; where it is not, at most a true lower bound. */
function judgeNumbers(value: Json, { instance, operation, isWhole: whole }: Counting): readonly string[] {
  const all = instance.items[operation] ?? []
  const check = (name: string, told: unknown, truth: number) => {
    if (told === undefined || told === null) return []
    if (isJson(told) && typeof told['at_least'] === 'number') {
      const bound = told['at_least']
      const isTrue = !whole && bound > 0 && bound <= truth
      return isTrue
        ? []
        : [`${instance.agent}/${instance.name}: ${name} is at least ${bound}, true is ${truth}`]
    }
    if (typeof told !== 'number') return [`${name} is no number: ${JSON.stringify(told)}`]
    return told > truth || (whole && told !== truth && truth === all.length)
      ? [`${instance.agent}/${instance.name}: ${name} is ${told}, true is ${truth}`]
      : []
  }
  if (operation === 'k8s.nodes.list')
    return [
      ...check('read', value['read'], all.length),
      ...check('not_ready', value['not_ready'], all.filter((item) => item.bad).length),
    ]
  if (operation === 'k8s.pods.list' && isJson(value['by_status'])) {
    const told = Object.values(value['by_status']).map((one) => Number(isJson(one) ? one['at_least'] : one))
    const sum = told.reduce((n, one) => n + one, 0)
    return sum > all.length ? [`by_status counts ${sum} pods, there are ${all.length}`] : []
  }
  return check('total', value['total'], all.length)
}
