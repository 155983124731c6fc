import { cloudInstancesGet } from '@vedette/proto/operations'
import { readInstances, readVolumes, toInstance } from '../compute.ts'
import { askPart, pickOne, serveFind } from '../reading.ts'
import { GIB, toTags } from '../values.ts'

// One machine by id or name, with the volumes that are attached to it. User data is never taken over.
export const serveCloudInstancesGet = serveFind(cloudInstancesGet, {
  field: 'id',
  async find(site, input) {
    const one = pickOne(await readInstances(site), input.id, 'id', ({ id, name }) => [id, name])
    if (one === undefined) return undefined
    const { value: volumes, notes } = await askPart(site, () => readVolumes(site))
    const unread =
      volumes === undefined || volumes.stop === 'end'
        ? []
        : [
            {
              scope: site.scope,
              state: 'truncated' as const,
              cap: 'page' as const,
              at_least: volumes.items.length,
            },
          ]
    return {
      value: {
        instance: toInstance(site, one),
        state_reason: one.error?.slug ?? null,
        disks: (volumes?.items ?? [])
          .filter(({ attachment }) => attachment?.instance?.id === one.id)
          .map(({ id, size, attachment, encrypted }) => ({
            id,
            device: attachment?.device ?? null,
            size_bytes: size * GIB,
            boot: null,
            encrypted: encrypted ?? null,
          })),
        interfaces: (one.network?.interfaces ?? []).map((each) => ({
          id: each.id ?? '',
          subnet: null,
          private_addresses: each.ip_addresses?.private_ipv4 ? [each.ip_addresses.private_ipv4] : [],
          public_addresses: [
            ...(each.associated_public_ipv4 ? [each.associated_public_ipv4] : []),
            ...(each.ip_addresses?.public_ipv6 ? [each.ip_addresses.public_ipv6] : []),
          ],
          security_groups: each.security_groups ?? [],
        })),
        role: null,
        key_name: one.ssh_key_name ?? null,
        metadata_tokens_required: null,
        has_user_data: one.user_data == null ? null : one.user_data !== '',
        monitoring: null,
        deletion_protection: null,
        group: null,
        metadata: toTags(one.labels),
      },
      notes: [...notes, ...unread],
    }
  },
})
