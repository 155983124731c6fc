import { z } from 'zod'

const texts = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? [])
const pairs = z
  .record(z.string(), z.coerce.string())
  .nullish()
  .transform((map) => map ?? {})
const duration = z
  .string()
  .nullish()
  .transform((text) => text ?? null)

type RouteNode = {
  receiver: string | null
  matchers: string[]
  match: Record<string, string>
  match_re: Record<string, string>
  continue: boolean
  group_by: string[]
  group_wait: string | null
  group_interval: string | null
  repeat_interval: string | null
  mute_time_intervals: string[]
  routes: RouteNode[]
}

const routeNode: z.ZodType<RouteNode> = z.lazy(() =>
  z.object({
    receiver: z
      .string()
      .nullish()
      .transform((name) => name ?? null),
    matchers: texts,
    match: pairs,
    match_re: pairs,
    continue: z
      .boolean()
      .nullish()
      .transform((flag) => flag ?? false),
    group_by: texts,
    group_wait: duration,
    group_interval: duration,
    repeat_interval: duration,
    mute_time_intervals: texts,
    routes: z
      .array(routeNode)
      .nullish()
      .transform((routes) => routes ?? []),
  }),
)

const receiver = z.looseObject({ name: z.string() })

// The parts of Alertmanager's configuration that say who is told; nothing else of it is read.
export const routingConfig = z.object({
  route: routeNode,
  receivers: z
    .array(receiver)
    .nullish()
    .transform((list) => list ?? []),
  inhibit_rules: z
    .array(z.unknown())
    .nullish()
    .transform((list) => list ?? []),
})

// Routes in the order in which they are tried, each with the index of its parent.
export function flattenRoutes(root: RouteNode) {
  const flat: ReturnType<typeof toRow>[] = []
  const visit = (node: RouteNode, depth: number, parent: number | null) => {
    const index = flat.push(toRow(node, depth, parent)) - 1
    for (const child of node.routes) visit(child, depth + 1, index)
  }
  visit(root, 0, null)
  return flat
}

function toRow(node: RouteNode, depth: number, parent: number | null) {
  return {
    depth,
    parent,
    receiver: node.receiver,
    matchers: [
      ...node.matchers,
      ...Object.entries(node.match).map(([label, value]) => `${label}=${JSON.stringify(value)}`),
      ...Object.entries(node.match_re).map(([label, value]) => `${label}=~${JSON.stringify(value)}`),
    ],
    continue: node.continue,
    group_by: node.group_by,
    group_wait: node.group_wait,
    group_interval: node.group_interval,
    repeat_interval: node.repeat_interval,
    mute_times: node.mute_time_intervals,
  }
}

// A receiver's integrations by kind (`webhook`, `pagerduty`); their addresses and keys stay behind.
export function toReceiver(config: z.output<typeof receiver>) {
  const kinds = Object.entries(config).flatMap(([key, value]) =>
    key.endsWith('_configs') && Array.isArray(value) ? value.map(() => key.slice(0, -'_configs'.length)) : [],
  )
  return { name: config.name, kinds }
}
