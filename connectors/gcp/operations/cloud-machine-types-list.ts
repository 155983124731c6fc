import { cloudMachineTypesList } from '@vedette/proto/operations'
import { z } from 'zod'
import { aggregate, mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'
import { holds, maybeNumber, maybeText, placeOf, regionOf } from '../values.ts'

const MIB = 1_048_576

const machineType = z.object({
  name: z.string(),
  zone: z.string(),
  guestCpus: maybeNumber,
  memoryMb: maybeNumber,
  architecture: maybeText,
  accelerators: z.array(z.object({ guestAcceleratorCount: maybeNumber })).default([]),
  deprecated: z.object({ state: maybeText }).optional(),
})

// Machine types by region, with the zones that have each.
export const serveMachineTypesList = serveList(cloudMachineTypesList, {
  async read(reader, { match }) {
    const list = await aggregate(reader, {
      resource: 'machineTypes',
      field: 'machineTypes',
      row: machineType,
      needs: 'compute.machineTypes.list',
    })
    return mapRows(list, (all) => {
      const wanted = all.filter((one) => holds(one.name, match))
      const byPlace = Map.groupBy(wanted, (one) => `${regionOf(one.zone)} ${one.name}`)
      return [...byPlace.values()].flatMap(([one, ...others]) => {
        if (one === undefined) return []
        return {
          name: one.name,
          ...placeOf(reader, regionOf(one.zone)),
          zones: [one, ...others].map(({ zone }) => zone).sort(),
          cpus: one.guestCpus,
          memory_bytes: one.memoryMb === null ? null : one.memoryMb * MIB,
          architecture: one.architecture,
          gpus: one.accelerators.reduce(
            (sum, { guestAcceleratorCount }) => sum + (guestAcceleratorCount ?? 0),
            0,
          ),
          deprecated: one.deprecated?.state != null && one.deprecated.state !== 'ACTIVE',
        }
      })
    })
  },
  keyOf: (row) => [row.name, row.region ?? ''],
  toValue: ({ rows, total }) => ({ machine_types: [...rows], total }),
})
