import { cloudInstancesGet } from '@vedette/proto/operations'
import { wholeRows } from '../answers.ts'
import { privateOf, publicOf, readMachines, toInstance } from '../machines.ts'
import { pickOne, serveFind } from '../reading.ts'
import { GIB, lastOf, tail } from '../values.ts'

const SCRIPTS: readonly string[] = [
  'startup-script',
  'startup-script-url',
  'user-data',
  'windows-startup-script-ps1',
]

// One virtual machine, looked for in every zone: a zone that was not seen may hold it. Values of its metadata stay out.
export const serveInstancesGet = serveFind(cloudInstancesGet, {
  field: 'id',
  async find(reader, { id }) {
    const all = wholeRows(await readMachines(reader))
    const one = pickOne(
      all.filter((it) => it.id === id || it.name === id),
      { field: 'id', idOf: (it) => it.id },
    )
    if (one === undefined) return undefined
    const keys = one.metadata?.items.map((item) => item.key)
    const value = {
      instance: toInstance(reader, one),
      state_reason: one.statusMessage,
      disks: one.disks.map((disk) => ({
        id: tail(disk.source) ?? disk.deviceName ?? 'local',
        device: disk.deviceName,
        size_bytes: disk.diskSizeGb === null ? null : disk.diskSizeGb * GIB,
        boot: disk.boot,
        // Compute Engine encrypts every disk.
        encrypted: true,
      })),
      interfaces: one.networkInterfaces.map((it) => ({
        id: it.name,
        subnet: tail(it.subnetwork),
        private_addresses: privateOf(it),
        public_addresses: publicOf(it),
        // Firewall rules name machines by these tags.
        security_groups: one.tags?.items ?? [],
      })),
      role: one.serviceAccounts[0]?.email ?? null,
      key_name: null,
      metadata_tokens_required: null,
      has_user_data: keys === undefined ? null : keys.some((key) => SCRIPTS.includes(lastOf(key))),
      monitoring: null,
      deletion_protection: one.deletionProtection,
      group: null,
      metadata: null,
    }
    return { value }
  },
})
