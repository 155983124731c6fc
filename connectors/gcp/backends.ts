import type { Part } from '@vedette/proto/visibility'
import { z } from 'zod'
import { askAs } from './answers.ts'
import type { Reader } from './client.ts'
import type { ForwardingRule } from './forwarding.ts'
import { lastOf, maybeNumber, maybeText, texts } from './values.ts'

const urlMap = z.object({
  kind: z.literal('compute#urlMap'),
  defaultService: maybeText,
  pathMatchers: z
    .array(
      z.object({
        defaultService: maybeText,
        pathRules: z.array(z.object({ service: maybeText })).default([]),
        routeRules: z
          .array(z.object({ service: maybeText, routeAction: z.unknown().optional() }))
          .default([]),
      }),
    )
    .default([]),
})
const proxy = z.object({
  kind: z.string().regex(/^compute#target\w+Proxy$/),
  urlMap: maybeText,
  service: maybeText,
})
const service = z.object({
  kind: z.literal('compute#backendService'),
  name: z.string(),
  backends: z.array(z.object({ group: z.string() })).default([]),
})
const health = z.object({
  kind: z.literal('compute#backendServiceGroupHealth'),
  healthStatus: z
    .array(z.object({ instance: maybeText, ipAddress: maybeText, port: maybeNumber, healthState: maybeText }))
    .default([]),
})
const OWN_PATH = /\/projects\/[^/]+\/((?:global|regions\/[a-z0-9-]+)\/[A-Za-z]+\/[a-z0-9-]+)$/

// A URL of Compute Engine as a path below the proved project; undefined for one of another form.
function toPath(reader: Reader, url: string): string[] | undefined {
  const own = OWN_PATH.exec(url)?.[1]
  return own === undefined ? undefined : ['projects', reader.project.id, ...own.split('/')]
}

export type Backends = Readonly<{
  services: readonly z.output<typeof service>[]
  paths: ReadonlyMap<string, readonly string[]>
  // What lies behind the rule and was not read.
  gaps: readonly Part[]
}>

// Backend services behind a forwarding rule, by its target proxy and URL map. What is of another kind (buckets, pools,
// weighted routes) is a gap.
export async function readBackends(reader: Reader, rule: ForwardingRule): Promise<Backends> {
  const urls = rule.backendService === null ? await readServiceUrls(reader, rule) : [rule.backendService]
  const gaps: Part[] = []
  const services: z.output<typeof service>[] = []
  const paths = new Map<string, readonly string[]>()
  for (const url of new Set(urls)) {
    const path = url.includes('/backendServices/') ? toPath(reader, url) : undefined
    if (path === undefined) {
      const where = { ...reader.scope, backend: lastOf(url) }
      gaps.push({ scope: where, state: 'not_served', why: 'this kind of backend tells no health' })
      continue
    }
    const one = await askAs(reader, {
      service: 'compute',
      path,
      row: service,
      needs: 'compute.backendServices.get',
    })
    services.push(one)
    paths.set(one.name, path)
  }
  return { services, paths, gaps }
}

async function readServiceUrls(reader: Reader, { target }: ForwardingRule): Promise<readonly string[]> {
  const path = target === null ? undefined : toPath(reader, target)
  if (target === null || path === undefined || !/\/target\w+Proxies\//.test(target))
    return [target ?? 'unknown']
  const needs = `compute.${path.at(-2)}.get`
  const said = await askAs(reader, { service: 'compute', path, row: proxy, needs })
  if (said.service !== null) return [said.service]
  const mapPath = toPath(reader, said.urlMap ?? '')
  if (mapPath === undefined) return [said.urlMap ?? 'unknown']
  const map = await askAs(reader, {
    service: 'compute',
    path: mapPath,
    row: urlMap,
    needs: 'compute.urlMaps.get',
  })
  const rules = map.pathMatchers.flatMap((one) => [...one.pathRules, ...one.routeRules])
  const isWeighted = map.pathMatchers.some((one) => one.routeRules.some((it) => it.service === null))
  const named = [
    map.defaultService,
    ...map.pathMatchers.map((one) => one.defaultService),
    ...rules.map((one) => one.service),
  ]
  return [...texts.parse(named.filter((one) => one !== null)), ...(isWeighted ? ['weighted-routes'] : [])]
}

// What a backend service says of the machines or endpoints of one group.
export async function readHealth(reader: Reader, path: readonly string[], group: string) {
  const said = await askAs(reader, {
    service: 'compute',
    path: [...path, 'getHealth'],
    body: { group },
    row: health,
    needs: 'compute.backendServices.get',
  })
  return said.healthStatus
}
