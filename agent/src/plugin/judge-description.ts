import type { ServerProbe } from '@vedette/proto/connector'
import { OPERATIONS, type OperationDefinition } from '@vedette/proto/operations'
import { isWriteTier } from '@vedette/proto/policy'
import { cleanText } from '../redactor/index.ts'
import type { DescribeResponse } from './connector-pb.ts'
import { OPERATIONS_OFFERED } from './limits.ts'

// What a plugin says of itself, as far as it counts.
export type Description = Readonly<{
  id: string
  version: string
  operations: readonly OperationDefinition[]
  // What it offers and nobody is told to ask for, by its name, with the reason; at most 21 rows.
  ignored: readonly ServerProbe[]
}>

export type Naming = Readonly<{
  // Ids that it may not take.
  taken: readonly string[]
  // The id that it must have, once one is known.
  wanted: string | null
}>

const ID = /^[a-z][a-z0-9-]{0,62}$/
const OPERATION_ID = /^[a-z][a-z0-9_.]{0,127}$/
const SHOWN = 20
const byId = new Map(OPERATIONS.map((one) => [one.id, one]))

// The description as it counts, or null when the id is not one that this plugin may have. Only operations of the
// catalogue in the very contract of this release are served, and never a write or what the agent says of itself.
export function judgeDescription(said: DescribeResponse, { taken, wanted }: Naming): Description | null {
  const isFree = ID.test(said.id) && !taken.includes(said.id) && (wanted ?? said.id) === said.id
  if (!isFree || said.operations.length > OPERATIONS_OFFERED) return null
  const served = new Map<string, OperationDefinition>()
  const ignored: ServerProbe[] = []
  for (const { id, contract } of said.operations) {
    const operation = byId.get(id)
    const why = findFault(operation, contract)
    if (operation !== undefined && why === null) served.set(id, operation)
    else ignored.push(toIgnored(id, why ?? 'operation_unknown'))
  }
  const more = ignored.length - SHOWN
  return {
    id: said.id,
    version: cleanText(said.version).slice(0, 64),
    operations: [...served.values()],
    ignored: more > 0 ? [...ignored.slice(0, SHOWN), toIgnored('others', `ignored_${more}_more`)] : ignored,
  }
}

function findFault(operation: OperationDefinition | undefined, contract: number): string | null {
  if (operation === undefined) return 'operation_unknown'
  if (isWriteTier(operation.tier) || operation.id.startsWith('agent.')) return 'operation_not_for_plugins'
  return operation.contract === contract ? null : 'operation_of_another_contract'
}

function toIgnored(id: string, code: string): ServerProbe {
  return { name: OPERATION_ID.test(id) ? id : 'without a name', health: 'degraded', code }
}
