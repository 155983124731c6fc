import { type RowKey, sideBySide, sliceByKey } from '@vedette/connectors/kit'
import { cloudTargetHealthList } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { findBalancers, readTargetGroups } from '../load-balancers.ts'
import { checkWhole } from '../pages.ts'
import { pageOf, pickOne, serveFind } from '../reading.ts'
import { need, told, toWord } from '../values.ts'

const HEALTH = Object.freeze({
  healthy: 'healthy',
  unhealthy: 'unhealthy',
  initial: 'initial',
  draining: 'draining',
  unused: 'unused',
  unavailable: 'unavailable',
} as const)

// Health of every target of every group. One group that cannot be read fails the whole: no unhealthy target is good news.
export const serveTargetHealthList = serveFind(cloudTargetHealthList, {
  field: 'load_balancer',
  async find(reader, input) {
    const found = await findBalancers(reader, input.load_balancer)
    const one = pickOne(found, { field: 'load_balancer', idOf: (it) => it.LoadBalancerArn })
    if (one?.LoadBalancerArn === undefined) return undefined
    const groups = await readTargetGroups(reader, one.LoadBalancerArn)
    checkWhole(groups)
    const all = (
      await sideBySide(groups.items, 4, (it) => readTargets(reader, it.TargetGroupArn ?? ''))
    ).flat()
    const wanted = all.filter((row) => !input.unhealthy_only || row.health !== 'healthy')
    const slice = sliceByKey(wanted, (row): RowKey => [row.backend, row.target, row.port ?? 0], input)
    const healthy = all.filter((row) => row.health === 'healthy').length
    const unhealthy = all.filter((row) => row.health === 'unhealthy').length
    const value = {
      load_balancer: one.LoadBalancerArn,
      targets: [...slice.rows],
      counts: { healthy, unhealthy, other: all.length - healthy - unhealthy },
      total: slice.total,
    }
    return { value, items: all.length, page: pageOf(slice) }
  },
})

async function readTargets(reader: Reader, TargetGroupArn: string) {
  const said = await reader.call('elbv2', 'describeTargetHealth', { TargetGroupArn })
  return need(said.TargetHealthDescriptions).map((one) => ({
    backend: TargetGroupArn,
    target: one.Target?.Id ?? '',
    port: one.Target?.Port ?? null,
    zone: one.Target?.AvailabilityZone ?? null,
    health: toWord(HEALTH, one.TargetHealth?.State),
    reason: one.TargetHealth?.Reason ?? null,
    description: told(one.TargetHealth?.Description),
  }))
}
