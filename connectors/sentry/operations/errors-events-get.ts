import { checkSegment } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { errorsEventsGet } from '@vedette/proto/operations'
import type { SentryClient } from '../client.ts'
import { eventSchema, tagOf, toBreadcrumbs, toExceptions, toNamed, toRequest, toTags } from '../events.ts'
import { askOne, toReading } from '../reading.ts'
import { toTime } from '../values.ts'

// One event of a project. Variables, headers, cookies and the user are never taken over.
export const serveErrorsEventsGet = serve(errorsEventsGet, async (client: SentryClient, input, context) => {
  const { config } = client
  const project = checkSegment('name', input.project, 'project')
  const { value: event } = await askOne('id', () =>
    client.ask({
      path: ['projects', config.organization, project, 'events', checkSegment('hex', input.id, 'id')],
      isRooted: true,
      schema: eventSchema,
      context,
      needs: 'event:read',
    }),
  )
  const value = {
    event: {
      id: event.eventID,
      issue_id: event.groupID ?? null,
      at: toTime(event.dateCreated ?? event.dateReceived) ?? '',
      title: event.title ?? '',
      type: event.metadata?.type ?? null,
      message: event.message || null,
      project: input.project,
      service: null,
      environment: tagOf(event, 'environment'),
      release: tagOf(event, 'release'),
      level: tagOf(event, 'level'),
      trace_id: event.contexts?.trace?.trace_id ?? null,
      url: null,
    },
    exceptions: toExceptions(event),
    breadcrumbs: toBreadcrumbs(event),
    request: toRequest(event),
    tags: toTags(event),
    runtime: toNamed(event.contexts?.runtime),
    os: toNamed(event.contexts?.os),
  }
  return toReading(value, { client, context, items: 1 })
})
