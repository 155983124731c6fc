import { sliceByKey } from '@vedette/connectors/kit'
import { cloudK8sAddonsList } from '@vedette/proto/operations'
import { describeEach, findCluster, toIssues } from '../clusters.ts'
import type { Reader } from '../connect.ts'
import { checkWhole, collect, createNotes, type Notes } from '../pages.ts'
import { pageOf, serveFind } from '../reading.ts'
import { placeOf, toTime } from '../values.ts'

// Managed add-ons of one cluster with the newest version that fits it.
export const serveK8sAddonsList = serveFind(cloudK8sAddonsList, {
  field: 'cluster',
  async find(reader, input) {
    const cluster = await findCluster(reader, input.cluster)
    if (cluster?.name === undefined) return undefined
    const notes = createNotes(reader)
    const addons = await readAddons(reader, { name: cluster.name, version: cluster.version, notes })
    const slice = sliceByKey(addons, (row) => [row.name], input)
    const value = { cluster: cluster.name, addons: [...slice.rows], total: slice.total }
    return { value, notes: notes.parts(), items: addons.length, page: pageOf(slice) }
  },
})

async function readAddons(
  reader: Reader,
  facts: Readonly<{ name: string; version: string | undefined; notes: Notes }>,
) {
  const clusterName = facts.name
  const paged = await collect(async (nextToken) => {
    const said = await reader.call('eks', 'listAddons', {
      clusterName,
      ...(nextToken === undefined ? {} : { nextToken }),
    })
    return { items: said.addons, next: said.nextToken }
  })
  checkWhole(paged)
  return describeEach(paged.items, async (addonName) => {
    const { addon } = await reader.call('eks', 'describeAddon', { clusterName, addonName })
    if (addon === undefined) return undefined
    const kubernetesVersion = facts.version === undefined ? {} : { kubernetesVersion: facts.version }
    const versions = await facts.notes.seek(
      reader.call('eks', 'describeAddonVersions', { addonName, ...kubernetesVersion }),
    )
    return {
      name: addonName,
      ...placeOf(reader),
      version: addon.addonVersion ?? null,
      newest_compatible: versions?.addons?.[0]?.addonVersions?.[0]?.addonVersion ?? null,
      state: addon.status ?? 'unknown',
      issues: toIssues(addon.health?.issues),
      managed: true,
      modified_at: toTime(addon.modifiedAt),
    }
  })
}
