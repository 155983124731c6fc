import { cloudMachineTypesList } from '@vedette/proto/operations'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { holds, placeOf } from '../values.ts'

const MIB = 1_048_576

// Instance types that each region offers; in which of its zones is not told.
export const serveMachineTypesList = serveList(cloudMachineTypesList, {
  async read(reader, { match }) {
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('ec2', 'describeInstanceTypes', {
        MaxResults: 100,
        ...(match === undefined
          ? {}
          : { Filters: [{ Name: 'instance-type', Values: [`*${match.toLowerCase()}*`] }] }),
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.InstanceTypes, next: said.NextToken }
    })
    return mapPaged(paged, (all) =>
      all
        .map((one) => ({
          name: one.InstanceType ?? '',
          ...placeOf(reader),
          zones: null,
          cpus: one.VCpuInfo?.DefaultVCpus ?? null,
          memory_bytes: one.MemoryInfo?.SizeInMiB === undefined ? null : one.MemoryInfo.SizeInMiB * MIB,
          architecture: (one.ProcessorInfo?.SupportedArchitectures ?? []).join(', ') || null,
          gpus: (one.GpuInfo?.Gpus ?? []).reduce((sum, { Count = 0 }) => sum + Count, 0),
          deprecated: one.CurrentGeneration === undefined ? null : !one.CurrentGeneration,
        }))
        .filter((row) => holds(row.name, match)),
    )
  },
  keyOf: (row) => [row.name, row.region ?? ''],
  toValue: ({ rows, total }) => ({ machine_types: [...rows], total }),
})
