import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, wanted } from '../fields.ts'
import { freeText, maybe, total } from '../values.ts'

// Records of one zone.
export const cloudDnsRecordsList = defineOperation({
  id: 'cloud.dns_records.list',
  title: 'DNS records',
  describe: 'Lists records of one DNS zone with type, values, time to live and routing policy.',
  when: ['dns record', 'where does this name point', 'cname of', 'ttl', 'failover record'],
  contract: 1,
  input: z.strictObject({
    zone: wanted('Zone, by id or domain, as cloud_dns_zones_list gives it'),
    name: filter('Only this name'),
    type: z
      .enum(['a', 'aaaa', 'cname', 'mx', 'txt', 'ns', 'srv', 'soa', 'caa', 'ptr', 'other'])
      .optional()
      .describe('Only this type'),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    zone: z.string(),
    records: z.array(
      z.object({
        name: z.string(),
        type: z.string(),
        values: z.array(freeText),
        alias: maybe.text,
        ttl_s: maybe.number,
        policy: maybe.text,
        health_check: maybe.text,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['route53:ListResourceRecordSets', 'route53:ListHostedZonesByName'],
    gcp: ['dns.resourceRecordSets.list', 'dns.managedZones.list'],
  },
  proof: 'the zone exists and its records were read to their end, or the name was asked for exactly',
  since: '0.1.0',
})
