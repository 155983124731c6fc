import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource } from './shapes.ts'

// Zones that the cloud serves.
export const cloudDnsZonesList = defineOperation({
  id: 'cloud.dns_zones.list',
  title: 'DNS zones',
  describe:
    'Lists DNS zones with name, whether each is public, its name servers, and how many records it has.',
  when: ['dns zones', 'route 53 hosted zones', 'cloud dns', 'which zone serves this domain'],
  contract: 1,
  input: z.strictObject({ match: filter('Text in the name'), limit: limit(100, 500), cursor: cursor() }),
  output: z.object({
    zones: z.array(
      z.object({
        ...resource,
        domain: z.string(),
        public: maybe.flag,
        networks: maybe.texts,
        name_servers: maybe.texts,
        records: maybe.number,
        signed: maybe.flag,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: ['route53:ListHostedZones', 'route53:GetHostedZone', 'route53:GetDNSSEC'],
    gcp: ['dns.managedZones.list'],
  },
  proof: 'the account is proved and its zones were read to their end',
  since: '0.1.0',
})
