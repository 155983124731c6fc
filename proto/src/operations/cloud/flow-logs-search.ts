import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, wanted, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'

// Network flows that were accepted or rejected.
export const cloudFlowLogsSearch = defineOperation({
  id: 'cloud.flow_logs.search',
  title: 'Flow logs',
  describe:
    'Searches flow logs of a network for flows by address, port and verdict, summed by pair of ends. Asks a person first unless the token is automatic; scans may be charged.',
  when: [
    'rejected traffic',
    'who talks to this ip',
    'vpc flow logs',
    'blocked connections',
    'traffic between hosts',
  ],
  contract: 1,
  input: z.strictObject({
    network: wanted('Network (VPC), subnet or interface whose flows are logged'),
    source: filter('Only flows from this address or CIDR'),
    destination: filter('Only flows to this address or CIDR'),
    port: z.int().min(0).max(65_535).optional().describe('Only flows to this port'),
    verdict: z.enum(['accepted', 'rejected']).optional().describe('Only flows with this verdict'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 500),
  }),
  output: z.object({
    flows: z.array(
      z.object({
        source: z.string(),
        destination: z.string(),
        port: maybe.number,
        protocol: maybe.text,
        verdict: z.enum(['accepted', 'rejected', 'unknown']),
        flows: z.number(),
        bytes: maybe.number,
        packets: maybe.number,
        first_at: maybe.time,
        last_at: maybe.time,
        interface: maybe.text,
        resource: maybe.text,
      }),
    ),
    // Share of flows that the network logs; samples and some kinds of traffic are never logged.
    sampling_ratio: maybe.number,
    logged_verdicts: z.enum(['all', 'accepted', 'rejected', 'unknown']),
    scanned_bytes: maybe.number,
    newest_at: maybe.time,
    total,
  }),
  scope: 'account',
  tier: 'protected_read',
  freshness: 30,
  permissions: {
    aws: ['ec2:DescribeFlowLogs', 'logs:StartQuery', 'logs:GetQueryResults', 'logs:StopQuery'],
    gcp: ['logging.logEntries.list'],
  },
  proof:
    'flows of the network are logged for both verdicts without sampling, the newest entry is younger than the delivery lag, and the scan was not cut',
  window: { defaultSeconds: HOUR, maxSeconds: 2 * DAY },
  sensitive: true,
  since: '0.1.0',
})
