import { cloudServiceHealthList } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { holds, told, toTime, toWord } from '../values.ts'

const KINDS = Object.freeze({
  issue: 'issue',
  investigation: 'issue',
  scheduledChange: 'planned_change',
  accountNotification: 'notice',
} as const)
const STATES = Object.freeze({ open: 'open', upcoming: 'upcoming', closed: 'closed' } as const)

// AWS Health's view of the account. It needs a support plan: without one this is not served, and proves nothing.
export const serveServiceHealthList = serveList(cloudServiceHealthList, {
  where: 'global',
  async read(reader, input) {
    const [from, to] = [Date.parse(input.from), Date.parse(input.to)]
    const paged = await collect(async (nextToken) => {
      const said = await reader.call('health', 'describeEvents', {
        maxResults: 100,
        ...(nextToken === undefined ? {} : { nextToken }),
      })
      return { items: said.events, next: said.nextToken }
    })
    return mapPaged(paged, (all) =>
      all
        .filter((one) => (one.startTime?.getTime() ?? from) <= to && (one.endTime?.getTime() ?? to) >= from)
        .map((one) => toRow(reader, one))
        .filter((row) => holds(row.service, input.service))
        .filter((row) => input.kind === undefined || row.kind === input.kind || row.kind === 'unknown')
        .filter((row) => !input.open_only || row.state !== 'closed'),
    )
  },
  keyOf: (row) => [-(Date.parse(row.started_at ?? '') || 0), row.id],
  toValue: ({ rows, total }) => ({ events: [...rows], view: 'account' as const, total }),
})

type Event = Readonly<{
  arn?: string | undefined
  service?: string | undefined
  eventTypeCode?: string | undefined
  eventTypeCategory?: string | undefined
  region?: string | undefined
  startTime?: Date | undefined
  endTime?: Date | undefined
  lastUpdatedTime?: Date | undefined
  statusCode?: string | undefined
}>

function toRow(reader: Reader, one: Event) {
  return {
    id: one.arn ?? '',
    account: reader.account,
    region: one.region === 'global' ? null : told(one.region),
    service: one.service ?? 'unknown',
    kind: toWord(KINDS, one.eventTypeCategory),
    state: toWord(STATES, one.statusCode),
    title: (one.eventTypeCode ?? 'unknown').replaceAll('_', ' ').toLowerCase(),
    description: null,
    started_at: toTime(one.startTime),
    ended_at: toTime(one.endTime),
    updated_at: toTime(one.lastUpdatedTime),
    affected: null,
    url: null,
  }
}
