import { logsSourcesList } from '@vedette/proto/operations'
import { readLogGroups } from '../log-groups.ts'
import { mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { holds } from '../values.ts'

// Log groups of every region. When each last received a line needs a call for each and is not read.
export const serveLogsSourcesList = serveList(logsSourcesList, {
  async read(reader, input) {
    return mapPaged(await readLogGroups(reader), (all) =>
      all
        .filter((one) => holds(one.logGroupName, input.match))
        .map((one) => ({
          id: (one.arn ?? one.logGroupName ?? '').replace(/:\*$/, ''),
          name: one.logGroupName ?? '',
          kind: 'log_group' as const,
          labels: {
            region: reader.region,
            ...(one.logGroupClass === undefined ? {} : { class: one.logGroupClass }),
          },
          retention_days: one.retentionInDays ?? null,
          size_bytes: one.storedBytes ?? null,
          newest_at: null,
          created_at: one.creationTime === undefined ? null : new Date(one.creationTime).toISOString(),
        })),
    )
  },
  keyOf: (row) => [row.name, row.id],
  toValue: ({ rows, total }) => ({ sources: [...rows], total }),
})
