import { toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, complete, SourceError, serveWrite } from '@vedette/proto/connector'
import { incidentsNotesAdd } from '@vedette/proto/operations'
import { z } from 'zod'
import type { PagerdutyClient } from '../client.ts'
import { NOT_FOUND, REFUSED } from '../errors.ts'
import { readIncident } from '../incidents.ts'
import { notFound, toScope } from '../reading.ts'
import { text, toTime } from '../values.ts'

const note = z.looseObject({ id: z.string().min(1), content: text, created_at: text })
const list = z.looseObject({ notes: z.array(note), more: z.boolean().nullish() })
const made = z.looseObject({ note })

// A note on an incident. PagerDuty takes no key, so it stands at the note's end, where the same action finds it again.
export const serveIncidentsNotesAdd = serveWrite(incidentsNotesAdd, {
  async preview(client: PagerdutyClient, input, context) {
    const { id, html_url } = await readIncident(client, input.id, context)
    return toReading(client, context, { added: false, id, note: null, at: null, url: html_url ?? null })
  },
  async run(client: PagerdutyClient, input, context) {
    const mark = `[vedette ${context.idempotencyKey}]`
    const { id, html_url } = await readIncident(client, input.id, context)
    const ask = { path: ['incidents', id, 'notes'], context }
    const { notes, more } = await client.ask({ ...ask, schema: list, needs: 'incidents.read' })
    const known = notes.find(({ content }) => content?.endsWith(mark) === true)
    // Our note may be among those that were not shown, and a second one must not be made.
    if (known === undefined && more === true) throw new SourceError('unusable', { why: 'too_large' })
    const body = { note: { content: `${input.text} ${mark}` } }
    const added =
      known ??
      (await client.tell({ ...ask, body, schema: made, needs: 'incidents.write' }).catch(throwRefusal)).note
    const { id: noteId, created_at } = added
    return toReading(client, context, {
      added: true,
      id,
      note: noteId,
      at: toTime(created_at),
      url: html_url ?? null,
    })
  },
})

async function toReading(
  client: PagerdutyClient,
  context: CallContext,
  value: z.input<typeof incidentsNotesAdd.output>,
) {
  const scope = await toScope(client, context)
  return complete(value, { items: 1, as_of: toRfc3339(context.clock.now()), scope })
}

// PagerDuty answered in its own form that it takes no such note: nothing was added.
function throwRefusal(error: unknown): never {
  if (!(error instanceof SourceError)) throw error
  const { code, status } = error.carried
  if (code === NOT_FOUND) throw notFound('id')
  if (code !== REFUSED) throw error
  if (status === 400)
    throw new SourceError('forbidden', {
      status,
      missing: 'from_email of a user who may write to this incident',
    })
  throw new ArgumentError({
    field: 'text',
    message: 'PagerDuty refuses this note',
    fix: 'shorten or change text',
  })
}
