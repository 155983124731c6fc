import { serve } from '@vedette/proto/connector'
import { alertsRoutingGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { PagerdutyClient } from '../client.ts'
import { readList } from '../lists.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'
import { readServices } from '../services.ts'
import { nameOf, references } from '../values.ts'

const policy = z.looseObject({
  id: z.string(),
  name: z.string(),
  escalation_rules: z.array(z.looseObject({ targets: references })),
})
const pause = z.looseObject({ id: z.string() })

// One route a service, to its escalation policy; receivers are the policies with the kinds of whom they tell.
// Maintenance windows that are open now count as inhibitions. Rules of event orchestration are not among it.
export const serveAlertsRoutingGet = serve(
  alertsRoutingGet,
  async (client: PagerdutyClient, _input, context) => {
    const services = await readServices(client, context)
    const policies = await readList(client, {
      path: ['escalation_policies'],
      name: 'escalation_policies',
      row: policy,
      needs: 'escalation_policies.read',
      context,
    })
    const pauses = await readList(client, {
      path: ['maintenance_windows'],
      query: { filter: 'ongoing' },
      name: 'maintenance_windows',
      row: pause,
      needs: 'services.read',
      context,
    })
    const routes = services.items.map((one) => ({
      depth: 0,
      parent: null,
      // A service that is switched off tells nobody.
      receiver:
        one.status === 'disabled' || one.escalation_policy == null ? null : nameOf(one.escalation_policy),
      matchers: [`service="${one.name}"`],
      continue: false,
      group_by: [],
      group_wait: null,
      group_interval: null,
      repeat_interval: null,
      mute_times: [],
    }))
    const receivers = policies.items.map((one) => ({
      name: one.name,
      kinds: [...new Set(one.escalation_rules.flatMap(({ targets }) => (targets ?? []).map(toKind)))].sort(),
    }))
    const lists = [services, policies, pauses]
    return toReading(
      { routes, receivers, inhibitions: pauses.items.length },
      {
        client,
        context,
        items: routes.length,
        isAccountWide: true,
        cut: lists.map(cutOf).find((one) => one !== undefined),
        failed: lists.flatMap(toFailed),
        proof: { unproven: 'the_account_has_no_services' },
      },
    )
  },
)

function toKind({ type }: Readonly<{ type?: string | null | undefined }>): string {
  return (type ?? 'unknown').replace(/_reference$/, '')
}
