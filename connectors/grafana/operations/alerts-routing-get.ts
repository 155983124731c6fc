import { tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsRoutingGet } from '@vedette/proto/operations'
import type { z } from 'zod'
import { contactPoints, type PolicyAnswer, policyAnswer } from '../answers.ts'
import type { GrafanaClient } from '../client.ts'

type Route = z.input<typeof alertsRoutingGet.output>['routes'][number]

// Notification policies from top to bottom, and the contact points. Grafana has no inhibitions.
export const serveAlertsRoutingGet = serve(
  alertsRoutingGet,
  async (client: GrafanaClient, _input, context) => {
    const needs = 'alert.notifications:read'
    const path = ['v1', 'provisioning']
    const root = await client.ask({ path: [...path, 'policies'], schema: policyAnswer, needs, context })
    const points = await client.ask({
      path: [...path, 'contact-points'],
      schema: contactPoints,
      needs,
      context,
    })
    const routes: Route[] = []
    addRoute(routes, root, { depth: 0, parent: null, receiver: null })
    const receivers = [...Map.groupBy(points, ({ name }) => name)].map(([name, all]) => ({
      name,
      kinds: [...new Set(all.map(({ type }) => type))],
    }))
    return tellReading(
      { routes, receivers, inhibitions: 0 },
      { context, scope: await client.identify(context), items: routes.length },
    )
  },
)

// A route without a receiver of its own tells its parent's.
function addRoute(
  routes: Route[],
  policy: PolicyAnswer,
  at: Readonly<{ depth: number; parent: number | null; receiver: string | null }>,
): void {
  const receiver = policy.receiver || at.receiver
  const index = routes.length
  routes.push({
    ...{ depth: at.depth, parent: at.parent, receiver },
    matchers: (policy.object_matchers ?? []).map(
      ([label, op, value]) => `${label}${op}${JSON.stringify(value)}`,
    ),
    continue: policy.continue === true,
    group_by: [...(policy.group_by ?? [])],
    group_wait: policy.group_wait ?? null,
    group_interval: policy.group_interval ?? null,
    repeat_interval: policy.repeat_interval ?? null,
    mute_times: [...(policy.mute_time_intervals ?? [])],
  })
  for (const one of policy.routes ?? [])
    addRoute(routes, one, { depth: at.depth + 1, parent: index, receiver })
}
