import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe } from '../values.ts'
import { instanceRow } from './shapes.ts'

// One virtual machine with disks, interfaces and role; no user data.
export const cloudInstancesGet = defineOperation({
  id: 'cloud.instances.get',
  title: 'One cloud instance',
  describe:
    'Gives one virtual machine with disks, network interfaces, groups, role, image and why it last stopped; its start-up script is left out.',
  when: ['instance details', 'why did the vm stop', 'disks of an instance', 'role of an instance'],
  contract: 1,
  input: z.strictObject({ id: wanted('Instance id or name, as cloud_instances_list gives it') }),
  output: z.object({
    instance: instanceRow,
    state_reason: maybe.freeText,
    disks: z.array(
      z.object({
        id: z.string(),
        device: maybe.text,
        size_bytes: maybe.number,
        boot: maybe.flag,
        encrypted: maybe.flag,
      }),
    ),
    interfaces: z.array(
      z.object({
        id: z.string(),
        subnet: maybe.text,
        private_addresses: z.array(z.string()),
        public_addresses: z.array(z.string()),
        security_groups: z.array(z.string()),
      }),
    ),
    role: maybe.text,
    key_name: maybe.text,
    metadata_tokens_required: maybe.flag,
    has_user_data: maybe.flag,
    monitoring: maybe.flag,
    deletion_protection: maybe.flag,
    group: maybe.text,
    metadata: maybe.tags,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 30,
  permissions: {
    aws: ['ec2:DescribeInstances', 'ec2:DescribeVolumes'],
    gcp: ['compute.instances.list'],
    magalu: ['virtual-machine.read', 'network.read', 'block-storage.read'],
  },
  proof: 'never: an unknown id is an error of the argument',
  sensitive: true,
  since: '0.1.0',
})
