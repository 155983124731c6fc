import type { Paged } from '@vedette/connectors/kit'
import type { Output } from './client.ts'
import type { Reader } from './connect.ts'
import { collect } from './pages.ts'
import { nameOf, need, placeOf, texts, toTags, toTime, toWord } from './values.ts'

type Reservation = NonNullable<Output<'ec2', 'describeInstances'>['Reservations']>[number]
export type Instance = NonNullable<Reservation['Instances']>[number]

export const POWER = Object.freeze({
  pending: 'starting',
  running: 'running',
  'shutting-down': 'stopping',
  stopping: 'stopping',
  stopped: 'stopped',
  terminated: 'terminated',
} as const)

// Every instance of a region, or those with the ids or network.
export async function readInstances(
  reader: Reader,
  only: Readonly<{ ids?: readonly string[]; filters?: readonly { Name: string; Values: string[] }[] }> = {},
): Promise<Paged<Instance>> {
  const { ids = [], filters = [] } = only
  return collect(async (NextToken) => {
    const said = await reader.call('ec2', 'describeInstances', {
      ...(ids.length === 0 ? { MaxResults: 1000 } : { InstanceIds: [...ids] }),
      ...(filters.length === 0 ? {} : { Filters: [...filters] }),
      ...(NextToken === undefined ? {} : { NextToken }),
    })
    const items = said.Reservations?.flatMap((one) => need(one.Instances))
    return { items, next: said.NextToken }
  })
}

// One instance as the catalogue says it.
export function toInstanceRow(reader: Reader, one: Instance) {
  const tags = toTags(one.Tags)
  const interfaces = one.NetworkInterfaces ?? []
  return {
    id: one.InstanceId ?? '',
    name: nameOf(tags),
    ...placeOf(reader),
    tags,
    power: toWord(POWER, one.State?.Name),
    machine_type: one.InstanceType ?? null,
    zone: one.Placement?.AvailabilityZone ?? null,
    private_addresses: unique(
      texts([
        one.PrivateIpAddress,
        ...interfaces.flatMap((it) => (it.PrivateIpAddresses ?? []).map((at) => at.PrivateIpAddress)),
      ]),
    ),
    public_addresses: unique(
      texts([one.PublicIpAddress, ...interfaces.map((it) => it.Association?.PublicIp)]),
    ),
    dns_name: textOr(one.PublicDnsName) ?? textOr(one.PrivateDnsName),
    network: one.VpcId ?? null,
    subnet: one.SubnetId ?? null,
    image: one.ImageId ?? null,
    architecture: one.Architecture ?? null,
    capacity: one.InstanceLifecycle === 'spot' ? ('spot' as const) : ('on_demand' as const),
    launched_at: toTime(one.LaunchTime),
  }
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}

function textOr(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}
