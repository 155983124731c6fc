import { cloudAccountsList } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import { mapRows } from '../answers.ts'
import { searchProjects, UNLISTED } from '../projects.ts'
import { serveList } from '../reading.ts'
import { holds, toTime, toWord } from '../values.ts'

const STATES = Object.freeze({
  ACTIVE: 'active',
  DELETE_REQUESTED: 'closing',
  DELETE_IN_PROGRESS: 'closing',
} as const)

// Projects that the credential may see. Nothing lists those that it may not, so the list never counts as whole.
export const serveAccountsList = serveList(cloudAccountsList, {
  async read(reader, { match }) {
    const list = mapRows(await searchProjects(reader), (all) =>
      all
        .filter((one) => holds(one.name, match) || holds(one.id, match))
        .map((one) => ({
          account: one.id,
          name: one.name,
          parent: one.parent,
          state: toWord(STATES, one.state),
          readable: one.id === reader.project.id ? true : null,
          labels: { ...one.labels },
          created_at: toTime(one.createdAt),
        })),
    )
    // What the search leaves out is not told: it stands for all projects that nobody can list.
    const rest: Part = { scope: { ...UNLISTED }, state: 'out_of_reach' }
    return { ...list, gaps: [...list.gaps, rest] }
  },
  keyOf: (row) => [row.account],
  toValue: ({ rows }) => ({ accounts: [...rows], universe: 'not_enumerated' as const, total: null }),
})
