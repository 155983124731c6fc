import { matchVisible } from '@vedette/connectors/kit'
import { ArgumentError } from '@vedette/proto/connector'
import { errorsEventsSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, mapRows } from '../answers.ts'
import { checkErrorFilters, toPeriod } from '../error-groups.ts'
import { serveList } from '../reading.ts'
import { maybeText, needTime } from '../values.ts'

const event = z.object({
  eventTime: z.string(),
  message: z.string().default(''),
  serviceContext: z.object({ service: maybeText, version: maybeText }).optional(),
})

// Events of one error group. Google keeps a sample of them, so none proves nothing.
export const serveErrorsEventsSearch = serveList(errorsEventsSearch, {
  async read(reader, input) {
    checkErrorFilters({ query: input.query, environment: input.environment })
    const { issue } = input
    if (issue === undefined || input.trace_id !== undefined)
      throw new ArgumentError({
        field: issue === undefined ? 'issue' : 'trace_id',
        message: 'events are read for one issue, and not by trace',
        fix: 'name an issue as errors_issues_search gives it, and leave trace_id out',
      })
    const list = await collect(reader, {
      service: 'errors',
      path: ['projects', reader.project.id, 'events'],
      query: {
        groupId: issue,
        'timeRange.period': toPeriod(input.from, reader.context),
        ...(input.service === undefined ? {} : { 'serviceFilter.service': input.service }),
        ...(input.release === undefined ? {} : { 'serviceFilter.version': input.release }),
      },
      field: 'errorEvents',
      row: event,
      size: ['pageSize', 100],
      maxItems: 1000,
      needs: 'errorreporting.errorEvents.list',
    })
    const from = Date.parse(input.from)
    const to = Date.parse(input.to)
    const rows = mapRows(list, (all) =>
      all
        .map((one, index) => {
          const at = needTime(one.eventTime)
          const [title = ''] = one.message.split('\n')
          return {
            // Google gives events no id of their own.
            id: `${issue}/${at}/${index}`,
            issue_id: issue,
            at,
            title: title.slice(0, 1000),
            type: null,
            message: one.message.slice(0, 8192),
            project: reader.project.id,
            service: one.serviceContext?.service ?? null,
            environment: null,
            release: one.serviceContext?.version ?? null,
            level: 'error',
            trace_id: null,
            url: null,
          }
        })
        .filter(
          (row) =>
            Date.parse(row.at) >= from &&
            Date.parse(row.at) < to &&
            (input.project === undefined || row.project === input.project) &&
            matchVisible(reader.context, row.message, input.contains),
        ),
    )
    return { ...rows, unproven: 'events_are_a_sample' }
  },
  keyOf: (row) => [-Date.parse(row.at), row.id],
  toValue: ({ rows, total }) => ({ events: [...rows], total }),
})
