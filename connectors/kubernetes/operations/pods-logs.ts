import { parseInstant, sideBySide, together } from '@vedette/connectors/kit'
import { partialOf, serve } from '@vedette/proto/connector'
import { k8sPodsLogs } from '@vedette/proto/operations'
import type { KubernetesClient } from '../client.ts'
import { getObject } from '../get.ts'
import { findIdentity, toIdentityWarnings } from '../identity.ts'
import { mergeLines, planRuns, toKnownPart } from '../log-runs.ts'
import { type LogSeen, readLog } from '../logs.ts'
import { RESOURCES } from '../resources.ts'

// Lines that are looked through for a text.
const SCANNED = 5000
const AT_ONCE = 4

// The newest lines of a pod's containers; current and previous run are parts of their own.
export const servePodsLogs = serve(k8sPodsLogs, async (client: KubernetesClient, input, context) => {
  const { namespace, name, match } = input
  const [identity, pod] = await together([
    findIdentity(client, context),
    getObject(client, { resource: RESOURCES.pods, namespace, name, context }),
  ])
  const from = parseInstant(input.from, 'from')
  const to = parseInstant(input.to, 'to')
  const runs = planRuns(pod, { container: input.container, previous: input.previous, from })
  const tail = match === undefined ? input.limit : SCANNED
  const seen = await sideBySide(runs, AT_ONCE, async (plan) => {
    const { container, run, known } = plan
    const log: LogSeen =
      known === undefined
        ? await readLog(client, identity.scope, {
            namespace,
            pod: name,
            container,
            run,
            from,
            to,
            tail,
            match,
            context,
          })
        : { lines: [], part: toKnownPart(identity.scope, pod, plan, context.clock.now()) }
    return { plan, log }
  })
  const { lines, parts } = mergeLines(seen, input.limit)
  const value = {
    lines: lines.map(({ at, message, plan }) => ({ at, container: plan.container, run: plan.run, message })),
  }
  return partialOf(value, parts, toIdentityWarnings(identity))
})
