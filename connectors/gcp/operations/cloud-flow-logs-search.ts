import { isCidr } from '@vedette/connectors/kit'
import { ArgumentError } from '@vedette/proto/connector'
import { cloudFlowLogsSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import { mapRows } from '../answers.ts'
import { quote, readEntries, within } from '../entries.ts'
import { serveList } from '../reading.ts'
import { maybeNumber, maybeText, toTime } from '../values.ts'

const MAX_ENTRIES = 1000
const PROTOCOLS: Readonly<Record<number, string>> = Object.freeze({ 1: 'icmp', 6: 'tcp', 17: 'udp' })

const end = z.object({ vm_name: maybeText }).optional()
const flow = z.object({
  connection: z.object({
    src_ip: z.string(),
    dest_ip: z.string(),
    dest_port: maybeNumber,
    protocol: maybeNumber,
  }),
  bytes_sent: maybeNumber,
  packets_sent: maybeNumber,
  start_time: maybeText,
  end_time: maybeText,
  reporter: maybeText,
  src_instance: end,
  dest_instance: end,
})
type Flow = z.output<typeof flow>

// VPC flow logs of the project, summed by pair of ends. They are samples of what was let through: that they hold no
// flow never proves that there was none.
export const serveFlowLogsSearch = serveList(cloudFlowLogsSearch, {
  async read(reader, input) {
    if (input.verdict === 'rejected')
      throw new ArgumentError({
        field: 'verdict',
        message: 'flow logs here hold accepted flows alone',
        fix: 'leave verdict out, or ask logs_search with source compute.googleapis.com/firewall',
      })
    const { network, source, destination, port } = input
    const filter = [
      `logName=${quote(`projects/${reader.project.id}/logs/compute.googleapis.com%2Fvpc_flows`)}`,
      `(${NETWORK_FIELDS.map((field) => `${field}=${quote(network)}`).join(' OR ')})`,
      ...toAddress('src_ip', source, 'source'),
      ...toAddress('dest_ip', destination, 'destination'),
      ...(port === undefined ? [] : [`jsonPayload.connection.dest_port=${port}`]),
      within(input.from, input.to),
    ].join(' AND ')
    const list = await readEntries(reader, { filter, newestFirst: true, maxItems: MAX_ENTRIES })
    const parsed = list.paged.items.map(({ jsonPayload }) => flow.safeParse(jsonPayload).data)
    const rows = mapRows(list, () => sum(parsed.flatMap((one) => one ?? [])))
    const notes = parsed.includes(undefined) ? [{ scope: reader.scope, ...UNREADABLE }] : []
    return { ...rows, notes, query: filter, dialect: 'logging', unproven: 'flow_logs_are_samples' }
  },
  keyOf: (row) => [-(row.bytes ?? 0), row.source, row.destination, row.port ?? 0, row.protocol ?? ''],
  toValue: ({ rows, all, total }) => ({
    flows: [...rows],
    sampling_ratio: null,
    logged_verdicts: 'accepted' as const,
    scanned_bytes: null,
    newest_at:
      all
        .flatMap(({ last_at }) => last_at ?? [])
        .sort()
        .at(-1) ?? null,
    total,
  }),
})

// An entry of another shape may be a flow that is not among those told.
const UNREADABLE = Object.freeze({ state: 'unusable', why: 'schema_mismatch' } as const)

const NETWORK_FIELDS = Object.freeze([
  'resource.labels.subnetwork_name',
  'jsonPayload.src_vpc.vpc_name',
  'jsonPayload.dest_vpc.vpc_name',
])

function toAddress(field: 'src_ip' | 'dest_ip', wanted: string | undefined, argument: string): string[] {
  if (wanted === undefined) return []
  const name = `jsonPayload.connection.${field}`
  if (!wanted.includes('/')) return [`${name}=${quote(wanted)}`]
  if (isCidr(wanted)) return [`ip_in_net(${name}, ${quote(wanted)})`]
  throw new ArgumentError({
    field: argument,
    message: `${argument} is no CIDR`,
    fix: 'write it as 10.0.0.0/8',
  })
}

// Sums by pair of ends. A flow within the project is reported by both of its ends: that of the fuller report counts.
function sum(all: readonly Flow[]) {
  const keyOf = ({ connection: { src_ip, dest_ip, dest_port, protocol } }: Flow) =>
    JSON.stringify([src_ip, dest_ip, dest_port, protocol])
  return [...Map.groupBy(all, keyOf).values()].flatMap((pair) => {
    const reports = [...Map.groupBy(pair, ({ reporter }) => reporter).values()]
    const fullest = reports.toSorted((a, b) => b.length - a.length)[0] ?? []
    const [one] = fullest
    if (one === undefined) return []
    const { src_ip, dest_ip, dest_port, protocol } = one.connection
    const times = (pick: (it: Flow) => string | null) =>
      fullest.flatMap((it) => toTime(pick(it)) ?? []).sort()
    return {
      source: src_ip,
      destination: dest_ip,
      port: dest_port,
      protocol: protocol === null ? null : (PROTOCOLS[protocol] ?? String(protocol)),
      verdict: 'accepted' as const,
      flows: fullest.length,
      bytes: add(fullest.map((it) => it.bytes_sent)),
      packets: add(fullest.map((it) => it.packets_sent)),
      first_at: times((it) => it.start_time)[0] ?? null,
      last_at: times((it) => it.end_time).at(-1) ?? null,
      interface: null,
      resource: one.dest_instance?.vm_name ?? one.src_instance?.vm_name ?? null,
    }
  })
}

// A sum, or null when one of its terms was not told.
function add(terms: readonly (number | null)[]): number | null {
  return terms.reduce((total, term) => (total === null || term === null ? null : total + term), 0)
}
