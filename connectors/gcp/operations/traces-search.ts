import { ArgumentError } from '@vedette/proto/connector'
import { tracesSearch } from '@vedette/proto/operations'
import { collect, mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'
import { durationOf, serviceOf, stateOf, statusOf, trace } from '../traces.ts'
import { needTime } from '../values.ts'

const MAX_TRACES = 200

// Traces of the window by their root spans. Traces are sampled by whoever sends them, so none proves nothing.
export const serveTracesSearch = serveList(tracesSearch, {
  async read(reader, input) {
    const filter = toFilter(input)
    const list = await collect(reader, {
      service: 'traces',
      path: ['projects', reader.project.id, 'traces'],
      query: {
        view: 'ROOTSPAN',
        startTime: input.from,
        endTime: input.to,
        orderBy: input.sort === 'longest' ? 'duration desc' : 'start desc',
        ...(filter === '' ? {} : { filter }),
      },
      field: 'traces',
      row: trace,
      size: ['pageSize', MAX_TRACES],
      maxItems: MAX_TRACES,
      needs: 'cloudtrace.traces.list',
    })
    const rows = mapRows(list, (all) =>
      all
        .flatMap((one) => {
          const root = one.spans.find((it) => it.parentSpanId === null) ?? one.spans[0]
          if (root === undefined) return []
          return [
            {
              trace_id: one.traceId,
              root_service: serviceOf(root),
              root_operation: root.name,
              started_at: needTime(root.startTime),
              duration_ms: durationOf(root),
              spans: null,
              errors: null,
              services: null,
              state: stateOf(root),
              status_code: statusOf(root),
              url: null,
            },
          ]
        })
        .filter(
          (row) =>
            (input.error === undefined || row.state === 'unset' || (row.state === 'error') === input.error) &&
            (input.service === undefined ||
              row.root_service === null ||
              row.root_service === input.service) &&
            (input.max_duration_ms === undefined || row.duration_ms <= input.max_duration_ms),
        )
        .map((row) => ({
          row,
          key: input.sort === 'longest' ? -row.duration_ms : -Date.parse(row.started_at),
        })),
    )
    return { ...rows, query: filter, dialect: 'cloud-trace', unproven: 'sampling_is_not_known' }
  },
  keyOf: ({ row, key }) => [key, row.trace_id],
  toValue: ({ rows, total }) => ({ traces: rows.map(({ row }) => row), sampling_ratio: null, total }),
})

type Wanted = Readonly<{
  query?: string | undefined
  operation?: string | undefined
  min_duration_ms?: number | undefined
  environment?: string | undefined
  match: readonly Readonly<{ label: string; op: string; value: string }>[]
}>

function toFilter({ query, operation, min_duration_ms, environment, match }: Wanted): string {
  if (environment !== undefined)
    throw new ArgumentError({
      field: 'environment',
      message: 'traces here have no environment',
      fix: 'leave environment out and choose the account',
    })
  const other = match.find((one) => one.op !== '=')
  if (other !== undefined)
    throw new ArgumentError({
      field: 'match',
      message: `labels of traces cannot be compared by ${other.op}`,
      fix: 'use = only',
    })
  if (query !== undefined) return query
  return [
    ...(operation === undefined ? [] : [`+root:${JSON.stringify(operation)}`]),
    ...(min_duration_ms === undefined ? [] : [`latency:${min_duration_ms}ms`]),
    ...match.map(({ label, value }) => `+${JSON.stringify(label)}:${JSON.stringify(value)}`),
  ].join(' ')
}
