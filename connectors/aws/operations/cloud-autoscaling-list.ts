import { cloudAutoscalingList } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { checkWhole, collect, createNotes, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag, placeOf, texts, toTags, toTime } from '../values.ts'

// Auto Scaling groups of every region with their policies.
export const serveAutoscalingList = serveList(cloudAutoscalingList, {
  async read(reader, input) {
    const notes = createNotes(reader)
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('autoscaling', 'describeAutoScalingGroups', {
        MaxRecords: 100,
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.AutoScalingGroups, next: said.NextToken }
    })
    const policies = paged.items.length === 0 ? [] : await notes.seek(readPolicies(reader))
    const rows = mapPaged(paged, (all) =>
      all
        .map((one) => {
          const own = policies?.filter((it) => it.AutoScalingGroupName === one.AutoScalingGroupName)
          return {
            id: one.AutoScalingGroupARN ?? one.AutoScalingGroupName ?? '',
            name: one.AutoScalingGroupName ?? null,
            ...placeOf(reader),
            tags: toTags(one.Tags),
            min: one.MinSize ?? null,
            max: one.MaxSize ?? null,
            desired: one.DesiredCapacity ?? null,
            current: one.Instances?.length ?? 0,
            healthy: (one.Instances ?? []).filter((it) => it.HealthStatus === 'Healthy').length,
            zones: texts(one.AvailabilityZones),
            template: one.LaunchTemplate?.LaunchTemplateName ?? one.LaunchConfigurationName ?? null,
            policies:
              own?.map((it) => ({
                name: it.PolicyName ?? '',
                kind: it.PolicyType ?? null,
                target: toTarget(it.TargetTrackingConfiguration),
              })) ?? null,
            suspended: texts((one.SuspendedProcesses ?? []).map((it) => it.ProcessName)),
            load_balancers: texts([...(one.TargetGroupARNs ?? []), ...(one.LoadBalancerNames ?? [])]),
            created_at: toTime(one.CreatedTime),
          }
        })
        .filter((row) => input.group === undefined || row.name === input.group || row.id === input.group)
        .filter((row) => hasTag(row.tags, input.tag)),
    )
    return { paged: rows, notes: notes.parts() }
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ groups: [...rows], total }),
})

async function readPolicies(reader: Reader) {
  const paged = await collect(async (NextToken) => {
    const said = await reader.call(
      'autoscaling',
      'describePolicies',
      NextToken === undefined ? {} : { NextToken },
    )
    return { items: said.ScalingPolicies, next: said.NextToken }
  })
  checkWhole(paged)
  return paged.items
}

type Tracking = Readonly<{
  TargetValue?: number | undefined
  PredefinedMetricSpecification?: { PredefinedMetricType?: string | undefined } | undefined
}>

function toTarget(one: Tracking | undefined): string | null {
  if (one?.TargetValue === undefined) return null
  return `${one.PredefinedMetricSpecification?.PredefinedMetricType ?? 'custom metric'} ${one.TargetValue}`
}
