import { z } from 'zod'
import { aggregate, type Collected } from './answers.ts'
import type { Reader } from './client.ts'
import {
  labels,
  maybeFlag,
  maybeNumber,
  maybeText,
  placeOf,
  regionOf,
  tail,
  texts,
  toTime,
  toWord,
} from './values.ts'

const POWER = Object.freeze({
  PROVISIONING: 'starting',
  STAGING: 'starting',
  REPAIRING: 'starting',
  RUNNING: 'running',
  STOPPING: 'stopping',
  SUSPENDING: 'stopping',
  PENDING_STOP: 'stopping',
  SUSPENDED: 'suspended',
  TERMINATED: 'stopped',
  STOPPED: 'stopped',
} as const)

const access = z.object({ natIP: maybeText })
const machineInterface = z.object({
  name: z.string().default('nic0'),
  network: maybeText,
  subnetwork: maybeText,
  networkIP: maybeText,
  ipv6Address: maybeText,
  accessConfigs: z.array(access).default([]),
  ipv6AccessConfigs: z.array(z.object({ externalIpv6: maybeText })).default([]),
})

// A virtual machine as Compute Engine tells it; neither start-up scripts nor other metadata values are kept.
export const machine = z.object({
  id: z.string(),
  name: z.string(),
  zone: z.string(),
  status: maybeText,
  statusMessage: maybeText,
  machineType: maybeText,
  creationTimestamp: maybeText,
  lastStartTimestamp: maybeText,
  labels,
  networkInterfaces: z.array(machineInterface).default([]),
  disks: z
    .array(
      z.object({
        source: maybeText,
        deviceName: maybeText,
        diskSizeGb: maybeNumber,
        boot: maybeFlag,
        architecture: maybeText,
        licenses: texts,
      }),
    )
    .default([]),
  scheduling: z.object({ preemptible: maybeFlag, provisioningModel: maybeText }).optional(),
  tags: z.object({ items: texts }).optional(),
  serviceAccounts: z.array(z.object({ email: z.string() })).default([]),
  deletionProtection: maybeFlag,
  metadata: z.object({ items: z.array(z.object({ key: z.string() })).default([]) }).optional(),
  hostname: maybeText,
})
export type Machine = z.output<typeof machine>

// Every virtual machine of the project.
export function readMachines(reader: Reader): Promise<Collected<Machine>> {
  return aggregate(reader, {
    resource: 'instances',
    field: 'instances',
    row: machine,
    needs: 'compute.instances.list',
  })
}

// Addresses of an interface that the internet routes to.
export function publicOf(one: Machine['networkInterfaces'][number]): string[] {
  const all = [
    ...one.accessConfigs.map((it) => it.natIP),
    ...one.ipv6AccessConfigs.map((it) => it.externalIpv6),
  ]
  return all.filter((address) => address !== null)
}

// Addresses of an interface inside its network.
export function privateOf(one: Machine['networkInterfaces'][number]): string[] {
  return [one.networkIP, one.ipv6Address].filter((address) => address !== null)
}

// A virtual machine as a row.
export function toInstance(reader: Reader, one: Machine) {
  const [first] = one.networkInterfaces
  return {
    id: one.id,
    name: one.name,
    ...placeOf(reader, regionOf(one.zone)),
    tags: one.labels,
    power: toWord(POWER, one.status),
    machine_type: tail(one.machineType),
    zone: tail(one.zone),
    private_addresses: one.networkInterfaces.flatMap(privateOf),
    public_addresses: one.networkInterfaces.flatMap(publicOf),
    dns_name: one.hostname,
    network: tail(first?.network),
    subnet: tail(first?.subnetwork),
    image: tail(one.disks.find((disk) => disk.boot)?.licenses[0]),
    architecture: one.disks[0]?.architecture ?? null,
    capacity: toCapacity(one.scheduling),
    launched_at: toTime(one.lastStartTimestamp ?? one.creationTimestamp),
  }
}

function toCapacity(said: Machine['scheduling']): 'on_demand' | 'spot' | 'unknown' {
  if (said === undefined) return 'unknown'
  if (said.preemptible === true || said.provisioningModel === 'SPOT') return 'spot'
  return said.preemptible === false || said.provisioningModel === 'STANDARD' ? 'on_demand' : 'unknown'
}
