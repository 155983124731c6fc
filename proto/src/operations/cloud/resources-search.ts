import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource, tagFilter } from './shapes.ts'

// Resources of any kind by text, type and tag.
export const cloudResourcesSearch = defineOperation({
  id: 'cloud.resources.search',
  title: 'Cloud resources',
  describe:
    'Searches resources of any kind in an account by text, type and tag, through the inventory of the cloud.',
  when: ['find a resource', 'what is this arn', 'resources with tag', 'inventory', 'who owns this resource'],
  contract: 1,
  input: z.strictObject({
    query: filter('Text in the name or id'),
    type: filter('Only this type (AWS::EC2::Instance, compute.googleapis.com/Instance)'),
    tag: tagFilter(),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    resources: z.array(
      z.object({
        ...resource,
        type: z.string(),
        parent: maybe.text,
        state: maybe.text,
        created_at: maybe.time,
        updated_at: maybe.time,
      }),
    ),
    // Types that the inventory covers here; null: the vendor does not say. What it does not cover is not seen.
    types_covered: maybe.number,
    inventory_at: maybe.time,
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['resource-explorer-2:Search', 'resource-explorer-2:GetIndex', 'tag:GetResources'],
    gcp: ['cloudasset.assets.searchAllResources'],
  },
  proof:
    'an index covers the region and the type, is not older than an hour, and the search was read to its end',
  since: '0.1.0',
})
