import { cloudInstancesGet } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { orAbsent } from '../errors.ts'
import { type Instance, readInstances, toInstanceRow } from '../instances.ts'
import { createNotes } from '../pages.ts'
import { pickOne, serveFind } from '../reading.ts'
import { texts, toBytes, told } from '../values.ts'

// One instance by id or by its Name tag, with its disks.
export const serveInstancesGet = serveFind(cloudInstancesGet, {
  field: 'id',
  async find(reader, { id }) {
    const one = pickOne(await findInstances(reader, id), { field: 'id', idOf: (it) => it.InstanceId })
    if (one === undefined) return undefined
    const notes = createNotes(reader)
    const value = describeInstance(reader, one, await readDisks(reader, one, notes.seek))
    return { value, notes: notes.parts() }
  },
})

async function findInstances(reader: Reader, id: string): Promise<readonly Instance[]> {
  const isId = /^i-[0-9a-f]+$/.test(id)
  const only = isId ? { ids: [id] } : { filters: [{ Name: 'tag:Name', Values: [id] }] }
  const paged = await orAbsent(readInstances(reader, only), undefined)
  return paged?.items ?? []
}

type Disk = Readonly<{ size: number | undefined; encrypted: boolean | undefined }>

async function readDisks(
  reader: Reader,
  one: Instance,
  seek: <T>(read: Promise<T>) => Promise<T | null>,
): Promise<ReadonlyMap<string, Disk>> {
  const ids = texts((one.BlockDeviceMappings ?? []).map((it) => it.Ebs?.VolumeId))
  if (ids.length === 0) return new Map()
  const said = await seek(
    orAbsent(reader.call('ec2', 'describeVolumes', { VolumeIds: ids }), { Volumes: [] }),
  )
  return new Map(
    (said?.Volumes ?? []).map((it) => [it.VolumeId ?? '', { size: it.Size, encrypted: it.Encrypted }]),
  )
}

function describeInstance(reader: Reader, one: Instance, disks: ReadonlyMap<string, Disk>) {
  return {
    instance: toInstanceRow(reader, one),
    state_reason: told(one.StateReason?.Message),
    disks: (one.BlockDeviceMappings ?? []).map((it) => {
      const disk = disks.get(it.Ebs?.VolumeId ?? '')
      return {
        id: it.Ebs?.VolumeId ?? '',
        device: it.DeviceName ?? null,
        size_bytes: toBytes(disk?.size),
        boot: it.DeviceName === undefined ? null : it.DeviceName === one.RootDeviceName,
        encrypted: disk?.encrypted ?? null,
      }
    }),
    interfaces: (one.NetworkInterfaces ?? []).map((it) => ({
      id: it.NetworkInterfaceId ?? '',
      subnet: it.SubnetId ?? null,
      private_addresses: texts((it.PrivateIpAddresses ?? []).map((at) => at.PrivateIpAddress)),
      public_addresses: texts([it.Association?.PublicIp]),
      security_groups: texts((it.Groups ?? []).map((group) => group.GroupId)),
    })),
    role: one.IamInstanceProfile?.Arn ?? null,
    key_name: one.KeyName ?? null,
    metadata_tokens_required:
      one.MetadataOptions?.HttpTokens === undefined ? null : one.MetadataOptions.HttpTokens === 'required',
    has_user_data: null,
    monitoring: one.Monitoring?.State === undefined ? null : one.Monitoring.State === 'enabled',
    deletion_protection: null,
    group: toGroup(one),
    metadata: null,
  }
}

function toGroup(one: Instance): string | null {
  return (one.Tags ?? []).find((tag) => tag.Key === 'aws:autoscaling:groupName')?.Value ?? null
}
