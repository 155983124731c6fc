import { cloudAutoscalingList } from '@vedette/proto/operations'
import { z } from 'zod'
import { aggregate, mapRows } from '../answers.ts'
import { createNotes, serveList } from '../reading.ts'
import {
  lastOf,
  maybeNumber,
  maybeText,
  maybeTime,
  names,
  number,
  placeOf,
  regionOf,
  tail,
} from '../values.ts'

const group = z.object({
  id: z.string(),
  name: z.string(),
  zone: maybeText,
  region: maybeText,
  targetSize: number.optional(),
  instanceTemplate: maybeText,
  creationTimestamp: maybeTime,
  selfLink: maybeText,
  currentActions: z.object({ none: maybeNumber }).optional(),
  distributionPolicy: z.object({ zones: z.array(z.object({ zone: z.string() })).default([]) }).optional(),
})
const scaler = z.object({
  name: z.string(),
  target: z.string(),
  autoscalingPolicy: z
    .object({
      minNumReplicas: maybeNumber,
      maxNumReplicas: maybeNumber,
      mode: maybeText,
      cpuUtilization: z.object({ utilizationTarget: maybeNumber }).optional(),
    })
    .optional(),
})

// Managed instance groups with their autoscalers. A group whose autoscaler could not be read has null bounds.
export const serveAutoscalingList = serveList(cloudAutoscalingList, {
  async read(reader, { group: wanted, tag }) {
    const notes = createNotes(reader)
    const resource = 'instanceGroupManagers'
    const needs = 'compute.instanceGroupManagers.list'
    const groups = await aggregate(reader, { resource, field: resource, row: group, needs })
    const scalers = await notes.seek(
      aggregate(reader, {
        resource: 'autoscalers',
        field: 'autoscalers',
        row: scaler,
        needs: 'compute.autoscalers.list',
      }),
    )
    const rows = mapRows(groups, (all) =>
      all
        .filter((one) => tag === undefined && (names(one.name, wanted) || one.id === wanted))
        .map((one) => {
          const own = scalers?.paged.items.find((it) => isOf(it.target, one))
          const policy = own?.autoscalingPolicy
          const cpu = policy?.cpuUtilization?.utilizationTarget ?? null
          return {
            id: one.id,
            name: one.name,
            ...placeOf(reader, regionOf(one.zone ?? one.region)),
            tags: null,
            min: policy?.minNumReplicas ?? null,
            max: policy?.maxNumReplicas ?? null,
            desired: one.targetSize ?? null,
            current: null,
            healthy: null,
            zones:
              one.distributionPolicy?.zones.map((it) => lastOf(it.zone)) ??
              (one.zone === null ? null : [lastOf(one.zone)]),
            template: tail(one.instanceTemplate),
            policies:
              scalers === null
                ? null
                : cpu === null || own === undefined
                  ? []
                  : [{ name: own.name, kind: 'cpu', target: String(cpu) }],
            suspended:
              policy?.mode === undefined || policy.mode === null || policy.mode === 'ON'
                ? null
                : [policy.mode],
            load_balancers: null,
            created_at: one.creationTimestamp,
          }
        }),
    )
    const lacking = [...notes.parts(), ...(scalers?.gaps ?? [])]
    return { ...rows, notes: lacking, ...(tag === undefined ? {} : { unproven: 'groups_have_no_labels' }) }
  },
  keyOf: (row) => [row.region ?? '', row.name, row.id],
  toValue: ({ rows, total }) => ({ groups: [...rows], total }),
})

// Whether an autoscaler's target is this group: the same name in the same place.
function isOf(target: string, one: z.output<typeof group>): boolean {
  const place = lastOf(one.zone ?? one.region ?? '')
  return target.endsWith(`/${place}/instanceGroupManagers/${one.name}`)
}
