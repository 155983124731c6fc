import { sideBySide } from '@vedette/connectors/kit'
import { cloudStacksEvents } from '@vedette/proto/operations'
import type { Output } from '../client.ts'
import type { Reader } from '../connect.ts'
import { isRefused, orAbsent } from '../errors.ts'
import { checkWhole, collect, createNotes, wholeList } from '../pages.ts'
import { serveList } from '../reading.ts'
import { need, placeOf, told, toTime } from '../values.ts'

type StackEvent = NonNullable<Output<'cloudformation', 'describeStackEvents'>['StackEvents']>[number]

// Stacks whose events are read when none is named: those changed last, at most this many in a region.
const STACKS = 25

// Events of one stack, or of the stacks that changed in the window; CloudFormation keeps them for 90 days.
export const serveStacksEvents = serveList(cloudStacksEvents, {
  async read(reader, input) {
    const [from, to] = [Date.parse(input.from), Date.parse(input.to)]
    const stacks = await readStacks(reader, input.stack)
    if (stacks === undefined) return { paged: wholeList([]), unproven: 'stack_not_found' }
    const changed = input.stack === undefined ? stacks.filter((one) => (one.changed ?? from) >= from) : stacks
    const notes = createNotes(reader)
    const events = await sideBySide(changed.slice(0, STACKS), 4, (one) =>
      notes.seek(readEvents(reader, one.name, from)),
    )
    const rows = events
      .flatMap((one) => one ?? [])
      .filter((one) => isWithin(one.Timestamp, from, to))
      .map((one) => toRow(reader, one))
      .filter((row) => !input.failed_only || row.outcome === 'failed' || row.outcome === 'rolled_back')
    const cut = changed.length > STACKS
    return { paged: cut ? { items: rows, stop: 'cap', cap: 'rows' } : wholeList(rows), notes: notes.parts() }
  },
  keyOf: (row) => [-Date.parse(row.at), row.id],
  toValue: ({ rows, total }) => ({ events: [...rows], total }),
})

type Stack = Readonly<{ name: string; changed: number | undefined }>

async function readStacks(reader: Reader, wanted: string | undefined): Promise<readonly Stack[] | undefined> {
  const ask = wanted === undefined ? {} : { StackName: wanted }
  const paged = await collect(async (NextToken) => {
    const said = await reader.call('cloudformation', 'describeStacks', {
      ...ask,
      ...(NextToken === undefined ? {} : { NextToken }),
    })
    return { items: said.Stacks, next: said.NextToken }
  }).catch((error: unknown) => {
    // A stack that is not there is refused as invalid.
    if (wanted !== undefined && isRefused(error)) return undefined
    throw error
  })
  if (paged === undefined) return undefined
  checkWhole(paged)
  return paged.items.map((one) => ({
    name: one.StackId ?? one.StackName ?? '',
    changed: (one.LastUpdatedTime ?? one.CreationTime)?.getTime(),
  }))
}

// Events come newest first, so reading stops at the start of the window.
async function readEvents(reader: Reader, StackName: string, from: number): Promise<readonly StackEvent[]> {
  const paged = await collect<StackEvent>(async (NextToken) => {
    const said = await orAbsent(
      reader.call('cloudformation', 'describeStackEvents', {
        StackName,
        ...(NextToken === undefined ? {} : { NextToken }),
      }),
      { StackEvents: [], NextToken: undefined },
    )
    const items = need(said.StackEvents)
    const oldest = items.at(-1)?.Timestamp?.getTime() ?? from
    return { items, next: oldest < from ? undefined : said.NextToken }
  })
  checkWhole(paged)
  return paged.items
}

function isWithin(at: Date | undefined, from: number, to: number): boolean {
  return at !== undefined && at.getTime() >= from && at.getTime() <= to
}

function toRow(reader: Reader, one: StackEvent) {
  return {
    id: one.EventId ?? '',
    at: need(toTime(one.Timestamp)),
    ...placeOf(reader),
    stack: one.StackName ?? '',
    resource: told(one.LogicalResourceId),
    resource_type: told(one.ResourceType),
    state: one.ResourceStatus ?? 'unknown',
    outcome: toOutcome(one.ResourceStatus ?? ''),
    reason: told(one.ResourceStatusReason),
    by: null,
  }
}

function toOutcome(status: string): 'in_progress' | 'succeeded' | 'failed' | 'rolled_back' | 'unknown' {
  if (/ROLLBACK_(?:COMPLETE|IN_PROGRESS)$/.test(status)) return 'rolled_back'
  if (status.endsWith('_FAILED')) return 'failed'
  if (status.endsWith('_IN_PROGRESS')) return 'in_progress'
  return status.endsWith('_COMPLETE') || status === 'DELETE_SKIPPED' ? 'succeeded' : 'unknown'
}
