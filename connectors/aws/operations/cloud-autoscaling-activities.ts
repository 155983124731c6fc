import { cloudAutoscalingActivities } from '@vedette/proto/operations'
import { isRefused } from '../errors.ts'
import { collect, mapPaged, wholeList } from '../pages.ts'
import { serveList } from '../reading.ts'
import { need, placeOf, told, toTime, toWord } from '../values.ts'

const STATES = Object.freeze({
  Successful: 'succeeded',
  Failed: 'failed',
  Cancelled: 'cancelled',
  InProgress: 'in_progress',
  PreInService: 'in_progress',
  WaitingForSpotInstanceRequestId: 'in_progress',
  WaitingForSpotInstanceId: 'in_progress',
  WaitingForInstanceId: 'in_progress',
  WaitingForELBConnectionDraining: 'in_progress',
  MidLifecycleAction: 'in_progress',
  WaitingForInstanceWarmup: 'in_progress',
  PendingSpotBidPlacement: 'in_progress',
} as const)

// Activities that began in the window; Auto Scaling keeps them for six weeks.
export const serveAutoscalingActivities = serveList(cloudAutoscalingActivities, {
  async read(reader, input) {
    const group = input.group?.split('autoScalingGroupName/').at(-1)
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('autoscaling', 'describeScalingActivities', {
        IncludeDeletedGroups: group === undefined,
        MaxRecords: 100,
        ...(group === undefined ? {} : { AutoScalingGroupName: group }),
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.Activities, next: said.NextToken }
    }).catch((error: unknown) => {
      // A group of another region is refused as invalid.
      if (group !== undefined && isRefused(error)) return undefined
      throw error
    })
    if (paged === undefined) return { paged: wholeList([]), unproven: 'group_not_found' }
    const [from, to] = [Date.parse(input.from), Date.parse(input.to)]
    return mapPaged(paged, (all) =>
      all
        .filter((one) => isWithin(one.StartTime, from, to))
        .map((one) => ({
          id: one.ActivityId ?? '',
          ...placeOf(reader),
          group: one.AutoScalingGroupName ?? '',
          started_at: need(toTime(one.StartTime)),
          finished_at: toTime(one.EndTime),
          state: toWord(STATES, one.StatusCode),
          description: told(one.Description),
          cause: told(one.Cause),
          error: told(one.StatusMessage),
          instance: /\bi-[0-9a-f]{8,17}\b/.exec(one.Description ?? '')?.[0] ?? null,
          capacity_before: toCapacity(one.Cause, /capacity from (\d+)/),
          capacity_after: toCapacity(one.Cause, /capacity from \d+ to (\d+)/),
        }))
        .filter((row) => !input.failed_only || row.state === 'failed'),
    )
  },
  keyOf: (row) => [-Date.parse(row.started_at), row.id],
  toValue: ({ rows, total }) => ({ activities: [...rows], total }),
})

function isWithin(at: Date | undefined, from: number, to: number): boolean {
  const ms = at?.getTime()
  return ms === undefined || (ms >= from && ms <= to)
}

function toCapacity(cause: string | undefined, pattern: RegExp): number | null {
  const digits = pattern.exec(cause ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}
