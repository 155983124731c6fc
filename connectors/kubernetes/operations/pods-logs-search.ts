import { parseInstant, sideBySide, toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError, partialOf, serve } from '@vedette/proto/connector'
import { k8sPodsLogsSearch } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import type { KubernetesClient } from '../client.ts'
import { toErrorPart } from '../fold.ts'
import { toIdentityWarnings } from '../identity.ts'
import { mergeLines, type Planned, planRuns, toKnownPart } from '../log-runs.ts'
import { type LogSeen, readLog } from '../logs.ts'
import { countAt, type Json, listAt } from '../objects.ts'
import { readSlices, toRows } from '../read.ts'
import { RESOURCES } from '../resources.ts'
import { toName } from '../rows/metadata.ts'
import { checkLabelSelector } from '../selectors.ts'

const SCANNED = 5000
const AT_ONCE = 6
const MOST_PODS = 20

// Lines that contain a text, over all pods of a selector; each log is a part, and pods beyond twenty are named.
export const servePodsLogsSearch = serve(
  k8sPodsLogsSearch,
  async (client: KubernetesClient, input, context) => {
    const { namespace, match } = input
    const from = parseInstant(input.from, 'from')
    const to = parseInstant(input.to, 'to')
    const labelSelector = checkLabelSelector(input.label_selector)
    const read = await readSlices<Json>(
      client,
      { resource: RESOURCES.pods, namespace, labelSelector, context },
      (pod) => pod,
    )
    const { identity } = read
    const scope = { ...identity.scope, namespace }
    const as_of = toRfc3339(context.clock.now())
    const pods = [...toRows(read)].sort((a, b) => toRestarts(b) - toRestarts(a))
    const asked = pods.slice(0, MOST_PODS)
    const plans = asked.flatMap((pod) => planPod(pod, input.container, from).map((plan) => ({ pod, plan })))
    const seen = await sideBySide(plans, AT_ONCE, async ({ pod, plan }) => {
      const { container, run, known } = plan
      const log: LogSeen =
        known === undefined
          ? await readLog(client, identity.scope, {
              namespace,
              pod: toName(pod).name,
              container,
              run,
              from,
              to,
              tail: SCANNED,
              match,
              context,
            })
          : { lines: [], part: toKnownPart(identity.scope, pod, plan, context.clock.now()) }
      return { plan: { ...plan, pod: toName(pod).name }, log }
    })
    const { lines, parts } = mergeLines(seen, input.limit)
    const counts = Map.groupBy(seen, (one) => one.plan.pod)
    const value = {
      lines: lines.map(({ at, message, plan }) => ({
        at,
        pod: plan.pod,
        container: plan.container,
        run: plan.run,
        message,
      })),
      pods: pods.length,
      by_pod: Object.fromEntries(
        [...counts].map(([pod, logs]) => [pod, logs.reduce((sum, one) => sum + one.log.lines.length, 0)]),
      ),
    }
    const left = pods.slice(MOST_PODS).map((pod): Part => {
      const { name } = toName(pod)
      const next = { tool: 'k8s_pods_logs', args: { namespace, name, match } }
      return { scope: { ...scope, pod: name }, state: 'capped', limit: MOST_PODS, next }
    })
    // Where no pod or no log of it matches, nothing is shown of what earlier pods wrote.
    const none: Part[] =
      parts.length === 0
        ? [
            {
              scope,
              state: 'unproven',
              items: 0,
              why: pods.length === 0 ? 'no_pod_matches' : 'no_such_container',
              as_of,
            },
          ]
        : []
    const listCuts = read.slices.flatMap((slice) => {
      if (slice.error !== undefined || slice.cut === undefined) return []
      const cut: Part = { scope, state: 'truncated', cap: slice.cut.cap, at_least: pods.length, as_of }
      return slice.cut.error === undefined ? [cut] : [cut, toErrorPart(scope, slice.cut.error)]
    })
    return partialOf(value, [...parts, ...left, ...none, ...listCuts], toIdentityWarnings(identity))
  },
)

// Pods of one selector may differ in their containers: one that lacks the container has no log to read.
function planPod(pod: Json, container: string | undefined, from: number): readonly Planned[] {
  try {
    return planRuns(pod, { container, from })
  } catch (error) {
    if (error instanceof ArgumentError) return []
    throw error
  }
}

function toRestarts(pod: Json): number {
  return listAt(pod, 'status.containerStatuses').reduce((sum, one) => sum + countAt(one, 'restartCount'), 0)
}
