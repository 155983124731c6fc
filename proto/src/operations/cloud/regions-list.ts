import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Regions and zones, and which are switched on.
export const cloudRegionsList = defineOperation({
  id: 'cloud.regions.list',
  title: 'Cloud regions',
  describe: 'Lists regions of the cloud with their zones, and whether each is switched on for the account.',
  when: ['which regions', 'enabled regions', 'availability zones', 'is the region on'],
  contract: 1,
  input: z.strictObject({
    enabled_only: z
      .boolean()
      .default(true)
      .describe('Only regions that are switched on (default); false gives all'),
    limit: limit(100, 200),
    cursor: cursor(),
  }),
  output: z.object({
    regions: z.array(
      z.object({
        region: z.string(),
        name: maybe.text,
        enabled: maybe.flag,
        zones: maybe.texts,
        state: maybe.text,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 3600,
  permissions: {
    aws: ['ec2:DescribeRegions', 'ec2:DescribeAvailabilityZones'],
    gcp: ['compute.regions.list'],
    magalu: ['virtual-machine.read'],
  },
  proof: 'the account is proved and the vendor listed its regions whole',
  since: '0.1.0',
})
