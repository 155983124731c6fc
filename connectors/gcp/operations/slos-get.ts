import { ArgumentError } from '@vedette/proto/connector'
import { slosGet } from '@vedette/proto/operations'
import { askAs } from '../answers.ts'
import { createNotes, orNothing, serveFind } from '../reading.ts'
import { measure, slo, toSlo } from '../slos.ts'

const NAME = /^projects\/[a-z0-9.:-]+\/services\/[A-Za-z0-9_.-]+\/serviceLevelObjectives\/[A-Za-z0-9_.-]+$/

// One objective with its indicator and what it reached.
export const serveSlosGet = serveFind(slosGet, {
  field: 'id',
  async find(reader, { id }) {
    if (!NAME.test(id))
      throw new ArgumentError({
        field: 'id',
        message: 'id is not the full name of an objective',
        fix: 'take id from slos_list: projects/P/services/S/serviceLevelObjectives/O',
      })
    // Never another project than the proved one.
    const path = ['projects', reader.project.id, ...id.split('/').slice(2)]
    const one = await orNothing(
      askAs(reader, {
        service: 'monitoring',
        path,
        query: { view: 'FULL' },
        row: slo,
        needs: 'monitoring.slos.get',
      }),
    )
    if (one === undefined) return undefined
    const notes = createNotes(reader)
    const measured = await measure(reader, one, notes)
    const row = toSlo(one, path[3] ?? null, measured)
    const ratio = one.serviceLevelIndicator?.requestBased?.goodTotalRatio
    const value = {
      slo: row,
      description: null,
      good_query: ratio?.goodServiceFilter ?? null,
      total_query: ratio?.totalServiceFilter ?? null,
      monitors: null,
      periods:
        row.period_days === null
          ? []
          : [
              {
                days: row.period_days,
                objective: one.goal,
                attained: measured.attained,
                budget_left: measured.budgetLeft,
              },
            ],
      alerts: null,
      corrections: null,
    }
    return { value, notes: notes.parts() }
  },
})
