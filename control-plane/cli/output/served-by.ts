import type { ConnectorDescription } from '@vedette/proto/connector'
import { OPERATIONS } from '@vedette/proto/operations'
import { toTable } from './table.ts'

// One operation and the connectors of this installation that are able to serve it, sorted; none for an empty list.
// Being able is not being configured: what a fleet serves stands beside it.
export type ServedOperation = Readonly<{ id: string; served_by: readonly string[] }>

// Every defined operation, or those of one family, by id.
export function toServedBy(
  connectors: readonly ConnectorDescription[],
  family?: string,
): readonly ServedOperation[] {
  return OPERATIONS.filter(({ id }) => family === undefined || id.startsWith(`${family}.`))
    .map(({ id }) => ({
      id,
      served_by: connectors
        .filter(({ operations }) => operations.includes(id))
        .map((one) => one.id)
        .sort(),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

// The same for a person who has no control plane.
export function toServedByText(operations: readonly ServedOperation[]): string {
  const rows = operations.map(({ id, served_by }) => [
    id,
    served_by.join(', ') || 'no connector of this version',
  ])
  return [
    'What the connectors of this installation are able to serve; no control plane was asked what a fleet serves.\n\n',
    toTable(['OPERATION', 'CONNECTORS'], rows),
  ].join('')
}
