import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource } from './shapes.ts'

// The network interface of an address or id, and what it belongs to.
export const cloudInterfacesFind = defineOperation({
  id: 'cloud.interfaces.find',
  title: 'Who has an address',
  describe:
    'Finds the network interface that holds an address or id, and says which instance, load balancer or service it belongs to.',
  when: ['who has this ip', 'what is this eni', 'owner of an address', 'which instance has 10.0.0.5'],
  contract: 1,
  input: z.strictObject({
    address: filter('Private or public address; give this or id'),
    id: filter('Interface id'),
    limit: limit(20, 100),
  }),
  output: z.object({
    interfaces: z.array(
      z.object({
        ...resource,
        private_addresses: z.array(z.string()),
        public_addresses: z.array(z.string()),
        network: maybe.text,
        subnet: maybe.text,
        zone: maybe.text,
        security_groups: z.array(z.string()),
        attached_to: maybe.text,
        attached_kind: z
          .string()
          .describe('instance, load_balancer, function, nat, database, endpoint, pod or other'),
        description: maybe.freeText,
        state: maybe.text,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 30,
  permissions: {
    aws: ['ec2:DescribeNetworkInterfaces', 'ec2:DescribeAddresses'],
    gcp: ['compute.instances.list', 'compute.addresses.list', 'compute.forwardingRules.list'],
    magalu: ['network.read', 'virtual-machine.read'],
  },
  proof:
    'every region of the account that is enabled was searched to its end; an address may belong to another account',
  since: '0.1.0',
})
