import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Sizes of machines that a region offers.
export const cloudMachineTypesList = defineOperation({
  id: 'cloud.machine_types.list',
  title: 'Machine types',
  describe: 'Lists machine types that the cloud offers with processors, memory and architecture.',
  when: ['instance types', 'how much memory has this machine type', 'larger machine', 'vcpus of a type'],
  contract: 1,
  input: z.strictObject({
    match: filter('Text in the name: m7i, n2-standard'),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    machine_types: z.array(
      z.object({
        name: z.string(),
        ...place,
        zones: maybe.texts,
        cpus: maybe.number,
        memory_bytes: maybe.number,
        architecture: maybe.text,
        gpus: maybe.number,
        deprecated: maybe.flag,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 3600,
  permissions: { aws: ['ec2:DescribeInstanceTypes'], gcp: ['compute.machineTypes.list'] },
  proof: 'the account is proved and what its regions offer was read to the end',
  since: '0.1.0',
})
