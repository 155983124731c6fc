import type { deploysList } from '@vedette/proto/operations'
import type { z } from 'zod'
import { itemsOf, type Read } from '../read.ts'
import { parseTime } from './time.ts'

export type ChangeKind =
  | 'deploy'
  | 'config'
  | 'scale'
  | 'node'
  | 'dependency'
  | 'traffic'
  | 'quota'
  | 'cert'
  | 'cloud'

// Where a change was made, as far as its source says.
export type ChangePlace = Readonly<{
  cluster: string | null
  ns: string | null
  workload: string | null
  service: string | null
}>

// Something that was changed at a moment.
export type Change = Readonly<{
  kind: ChangeKind
  what: string
  where: ChangePlace
  // Epoch milliseconds of its beginning.
  at: number
  by: string | null
  from: string | null
  to: string | null
  diff: string | null
  rolled_back: boolean | null
  url: string | null
  cite: () => string
}>

type Deploys = Read<z.output<typeof deploysList.output>>

// Deploys that have a time, oldest first. One whose version did not change is a change of configuration.
export function toDeployChanges(read: Deploys): readonly Change[] {
  return itemsOf(read, ({ deploys }) => deploys)
    .flatMap(({ item: one, view }): readonly Change[] => {
      const at = parseTime(one.started_at) ?? parseTime(one.finished_at)
      if (at === null) return []
      const isSame = one.version !== null && one.version === one.previous_version
      return [
        {
          kind: isSame ? 'config' : 'deploy',
          what: `${one.kind} of ${one.service ?? one.workload ?? one.repository ?? one.id} ${one.state}`,
          where: {
            cluster: one.cluster ?? view.scope['cluster'] ?? null,
            ns: one.namespace,
            workload: one.workload,
            service: one.service,
          },
          at,
          by: one.by,
          from: one.previous_version,
          to: one.version,
          diff: null,
          rolled_back: one.rollback,
          url: one.url,
          cite: view.cite,
        },
      ]
    })
    .toSorted(compareChanges)
}

// Oldest first; ties by name, so that the order is always the same.
export function compareChanges(a: Change, b: Change): number {
  return a.at - b.at || (a.what < b.what ? -1 : a.what > b.what ? 1 : 0)
}

// How many deploys say no time and so cannot be placed.
export function countUndated(read: Deploys): number {
  return itemsOf(read, ({ deploys }) => deploys).filter(
    ({ item }) => parseTime(item.started_at) === null && parseTime(item.finished_at) === null,
  ).length
}

// The place of a change in words, for rows.
export function showPlace({ cluster, ns, workload, service }: ChangePlace): string {
  const name = workload ?? service
  return [cluster, ns, name].filter((part) => part !== null).join('/')
}
