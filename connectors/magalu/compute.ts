import { z } from 'zod'
import { readList } from './lists.ts'
import type { Site } from './reading.ts'
import { flag, GIB, number, reference, text, texts, toTags, toTime, toWord } from './values.ts'

const nic = z.looseObject({
  id: text,
  name: text,
  security_groups: texts,
  associated_public_ipv4: text,
  ip_addresses: z.looseObject({ private_ipv4: text, public_ipv6: text }).nullish(),
})
const instance = z.looseObject({
  id: z.string(),
  name: text,
  status: text,
  state: text,
  created_at: text,
  machine_type: reference,
  image: reference,
  ssh_key_name: text,
  availability_zone: text,
  labels: texts,
  user_data: text,
  network: z.looseObject({ vpc: reference, interfaces: z.array(nic).nullish() }).nullish(),
  error: z.looseObject({ slug: text, message: text }).nullish(),
})
export type Instance = z.output<typeof instance>
const volume = z.looseObject({
  id: z.string(),
  name: text,
  size: z.number(),
  status: text,
  state: text,
  created_at: text,
  type: z.looseObject({ id: text, name: text, iops: z.looseObject({ total: number }).nullish() }).nullish(),
  attachment: z.looseObject({ instance: z.looseObject({ id: text }).nullish(), device: text }).nullish(),
  availability_zone: text,
  encrypted: flag,
})
export type Volume = z.output<typeof volume>
const snapshot = z.looseObject({
  id: z.string(),
  name: text,
  size: number,
  status: text,
  created_at: text,
  volume: reference,
  instance: reference,
})

const POWER = Object.freeze({
  running: 'running',
  stopped: 'stopped',
  suspended: 'suspended',
  deleted: 'terminated',
} as const)
const DISK_STATES = Object.freeze({
  provisioning: 'creating',
  creating: 'creating',
  available: 'available',
  attaching: 'in_use',
  'in-use': 'in_use',
  detaching: 'in_use',
  deleting: 'deleting',
  error: 'error',
} as const)

// Every virtual machine of a site, with image, type and network.
export function readInstances(site: Site) {
  return readList(site.client, {
    ...site,
    path: ['compute', 'v1', 'instances'],
    query: { expand: 'image,machine-type,network' },
    name: 'instances',
    row: instance,
    needs: 'virtual-machine.read',
    paging: 'offset',
  })
}

// Every volume of a site, with type and attachment.
export function readVolumes(site: Site) {
  return readList(site.client, {
    ...site,
    path: ['volume', 'v1', 'volumes'],
    query: { expand: ['volume_type', 'attachment'] },
    name: 'volumes',
    row: volume,
    needs: 'block-storage.read',
    paging: 'offset',
  })
}

// Snapshots of volumes, or of whole machines.
export function readSnapshots(site: Site, of: 'volume' | 'compute') {
  return readList(site.client, {
    ...site,
    path: [of, 'v1', 'snapshots'],
    name: 'snapshots',
    row: snapshot,
    needs: of === 'volume' ? 'block-storage.read' : 'virtual-machine.read',
    paging: 'offset',
  })
}

// One machine as a row.
export function toInstance(site: Site, one: Instance) {
  const nics = one.network?.interfaces ?? []
  return {
    id: one.id,
    name: one.name ?? null,
    account: site.account,
    region: site.region,
    tags: toTags(one.labels),
    power: toWord(POWER, one.state),
    machine_type: one.machine_type?.name ?? one.machine_type?.id ?? null,
    zone: one.availability_zone ?? null,
    private_addresses: nics.flatMap((each) => each.ip_addresses?.private_ipv4 || []),
    public_addresses: nics.flatMap((each) => [
      ...(each.associated_public_ipv4 ? [each.associated_public_ipv4] : []),
      ...(each.ip_addresses?.public_ipv6 ? [each.ip_addresses.public_ipv6] : []),
    ]),
    dns_name: null,
    network: one.network?.vpc?.id ?? null,
    subnet: null,
    image: one.image?.name ?? one.image?.id ?? null,
    architecture: null,
    capacity: 'unknown' as const,
    launched_at: toTime(one.created_at),
  }
}

// One volume as a row.
export function toDisk(site: Site, one: Volume) {
  const owner = one.attachment?.instance?.id
  const state = toWord(DISK_STATES, one.status)
  return {
    id: one.id,
    name: one.name ?? null,
    account: site.account,
    region: site.region,
    tags: null,
    size_bytes: one.size * GIB,
    type: one.type?.name ?? one.type?.id ?? null,
    iops: one.type?.iops?.total ?? null,
    throughput_bytes_per_s: null,
    state,
    // Attached to nothing only where the volume itself says that it is free.
    attached_to: owner != null ? [owner] : state === 'available' && one.state === 'available' ? [] : null,
    zone: one.availability_zone ?? null,
    encrypted: one.encrypted ?? null,
    snapshot: null,
    detached_at: null,
    created_at: toTime(one.created_at),
  }
}
