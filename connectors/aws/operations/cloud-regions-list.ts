import { cloudRegionsList } from '@vedette/proto/operations'
import { wholeList } from '../pages.ts'
import { serveList } from '../reading.ts'
import { need, texts } from '../values.ts'

// Regions of the partition, and zones of those that are read: AWS tells zones to a region itself only.
export const serveRegionsList = serveList(cloudRegionsList, {
  where: 'global',
  async read(reader, input) {
    const said = await reader.call('ec2', 'describeRegions', { AllRegions: true })
    const zones = await reader.call('ec2', 'describeAvailabilityZones', { AllAvailabilityZones: true })
    const byRegion = Map.groupBy(need(zones.AvailabilityZones), (zone) => zone.RegionName)
    const rows = need(said.Regions)
      .map((one) => {
        const own = byRegion.get(one.RegionName)
        return {
          region: one.RegionName ?? '',
          name: null,
          enabled: one.OptInStatus === undefined ? null : one.OptInStatus !== 'not-opted-in',
          zones: own === undefined ? null : texts(own.map((zone) => zone.ZoneName)),
          state: one.OptInStatus ?? null,
        }
      })
      .filter((row) => !input.enabled_only || row.enabled !== false)
    return wholeList(rows)
  },
  keyOf: (row) => [row.region],
  toValue: ({ rows, total }) => ({ regions: [...rows], total }),
})
