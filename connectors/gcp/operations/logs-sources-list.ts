import { logsSourcesList } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'
import { holds, lastOf } from '../values.ts'

// Names of the logs that hold entries of the project.
export const serveLogsSourcesList = serveList(logsSourcesList, {
  async read(reader, { match }) {
    const list = await collect(reader, {
      service: 'logging',
      path: ['projects', reader.project.id, 'logs'],
      field: 'logNames',
      row: z.string(),
      size: ['pageSize', 1000],
      needs: 'logging.logs.list',
    })
    return mapRows(list, (all) =>
      all
        .map((id) => ({ id, name: lastOf(id).replaceAll('%2F', '/') }))
        .filter((one) => holds(one.name, match))
        .map((one) => ({
          ...one,
          kind: 'stream' as const,
          labels: null,
          retention_days: null,
          size_bytes: null,
          newest_at: null,
          created_at: null,
        })),
    )
  },
  keyOf: (row) => [row.name, row.id],
  toValue: ({ rows, total }) => ({ sources: [...rows], total }),
})
