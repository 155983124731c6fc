import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { total } from '../values.ts'
import { instanceRow, POWER_STATES, tagFilter } from './shapes.ts'

// Virtual machines.
export const cloudInstancesList = defineOperation({
  id: 'cloud.instances.list',
  title: 'Cloud instances',
  describe: 'Lists virtual machines with type, power state, addresses, zone, network and launch time.',
  when: ['ec2 instances', 'virtual machines', 'which vms run', 'stopped instances', 'instance of a node'],
  contract: 1,
  input: z.strictObject({
    state: z.enum(POWER_STATES).optional().describe('Only instances in this power state'),
    tag: tagFilter(),
    network: filter('Only this network (VPC), by id'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({ instances: z.array(instanceRow), total }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['ec2:DescribeInstances'],
    gcp: ['compute.instances.list'],
    magalu: ['virtual-machine.read'],
  },
  proof: 'the account is proved, the region is enabled and its instances were read to their end',
  since: '0.1.0',
})
