import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource, tagFilter } from './shapes.ts'

// Distributions or CDN backends with names, origins and certificates.
export const cloudCdnsList = defineOperation({
  id: 'cloud.cdns.list',
  title: 'Content delivery networks',
  describe:
    'Lists CDN distributions with names, origins, state, certificate and the firewall in front of them.',
  when: [
    'cdn distributions',
    'cloudfront',
    'cache in front',
    'which domain points where',
    'edge certificate',
  ],
  contract: 1,
  input: z.strictObject({
    domain: filter('Only those that serve this name'),
    tag: tagFilter(),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    cdns: z.array(
      z.object({
        ...resource,
        state: maybe.text,
        enabled: maybe.flag,
        domains: z.array(z.string()),
        origins: z.array(z.string()),
        certificate: maybe.text,
        minimum_tls: maybe.text,
        firewall: maybe.text,
        logging: maybe.flag,
        modified_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['cloudfront:ListDistributions', 'cloudfront:GetDistribution', 'cloudfront:ListTagsForResource'],
    gcp: ['compute.backendServices.list', 'compute.backendBuckets.list', 'compute.urlMaps.list'],
  },
  proof: 'the account is proved and its distributions were read to their end',
  since: '0.1.0',
})
