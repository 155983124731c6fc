import { PAGE_ROWS, type Route } from './connectors.ts'
import type { VendorDesk, VendorReply } from './wire.ts'
import { type InstanceSpec, refusedNamespaces, type VendorFault } from './world.ts'

/** The vendors of one trial: they answer truly until they are armed, and then as their faults say. */
export type Vendors = Readonly<{
  desk: VendorDesk
  routeOf(vendor: string): Route
  /** From now on the faults hold. */
  arm(): void
  /** Told of each request, before it is answered. */
  onRequest(listen: (vendor: string) => void): void
}>

const LOGIN = '<!doctype html><html><body><form>Sign in</form></body></html>'
const SLOW_MS = 700
const TOO_SLOW_MS = 20_000
const BODY_OVER_CAP = 96 * 1024
const HOUR_MS = 3_600_000

/** Plays the vendors of these instances; two instances of one vendor hold the same things. */
export function createVendors(
  instances: readonly InstanceSpec[],
  facts: Readonly<{ now(): number; token: string }>,
): Vendors {
  const byVendor = new Map(instances.map((one) => [one.vendor, one]))
  const met = new Set<string>()
  const listeners: ((vendor: string) => void)[] = []
  let isArmed = false
  const faultOf = (vendor: string) => (isArmed ? (byVendor.get(vendor)?.fault ?? null) : null)

  function answer(path: readonly string[], query: URLSearchParams): VendorReply {
    const [vendor = '', what = '', ns] = path
    const spec = byVendor.get(vendor)
    for (const listen of listeners) listen(vendor)
    if (spec === undefined) return { status: 404, json: { error: 'no such vendor' } }
    if (spec.fault === 'down_by_probe') return refuse(401, facts.token)
    if (what === 'whoami') return { json: { scopes: [scopeToldBy(spec)] } }
    const page = Number(query.get('page') ?? '0')
    const fault = faultOf(vendor)
    const isFirst = !met.has(`${vendor}/${what}`)
    met.add(`${vendor}/${what}`)
    const failure = fault === null ? null : toFailure(fault, { page, ns, spec, isFirst, token: facts.token })
    if (failure !== null) return failure
    if (what === 'namespaces') return { json: { names: spec.namespaces } }
    const isGone =
      fault === 'gone_always' || (fault === 'gone_once' && !met.has(`gone ${vendor}/${what}/${ns}`))
    if (page > 0 && isGone) {
      met.add(`gone ${vendor}/${what}/${ns}`)
      return { status: 410, json: { reason: 'Expired' } }
    }
    const json = toPage({ spec, what, ns, page, fault, now: facts.now() })
    return fault === 'slow_within_deadline' ? { json, delay_ms: SLOW_MS } : { json }
  }

  return Object.freeze({
    desk: answer,
    routeOf(vendor: string): Route {
      const fault = faultOf(vendor)
      return fault === 'tls_mismatch' ? 'tls' : fault === 'refused' ? 'refused' : 'plain'
    },
    arm() {
      isArmed = true
      met.clear()
    },
    onRequest: (listen: (vendor: string) => void) => void listeners.push(listen),
  })
}

function scopeToldBy({ scope, fault }: InstanceSpec): Readonly<Record<string, string>> {
  if (fault !== 'scope_differs') return scope
  return Object.fromEntries(Object.keys(scope).map((key) => [key, 'somewhere-else']))
}

/** A careless vendor repeats the credential in its error: none of it may travel. */
function refuse(status: number, token: string): VendorReply {
  return { status, json: { error: `token ${token} was refused` } }
}

type Moment = Readonly<{
  page: number
  ns: string | undefined
  spec: InstanceSpec
  isFirst: boolean
  token: string
}>

function toFailure(fault: VendorFault, { page, ns, spec, isFirst, token }: Moment): VendorReply | null {
  switch (fault) {
    case 'http_401':
      return refuse(401, token)
    case 'http_403':
      return refuse(403, token)
    case 'http_403_some_namespaces':
      return ns !== undefined && refusedNamespaces(spec).includes(ns) ? refuse(403, token) : null
    case 'http_429':
      return refuse(429, token)
    case 'http_429_retry_after':
      return { ...refuse(429, token), headers: { 'retry-after': '2' } }
    case 'http_503_once':
      return isFirst ? refuse(503, token) : null
    case 'http_500':
      return refuse(500, token)
    case 'slow_within_deadline':
      return null
    case 'slow_past_deadline':
      return { delay_ms: TOO_SLOW_MS, json: { items: [], names: [], newest: new Date(0).toISOString() } }
    case 'silence':
    case 'drip':
    case 'reset':
      return { break: fault }
    case 'login_page':
      return { text: LOGIN }
    case 'error_with_200':
      return { json: { error: { code: 7, message: `token ${token} has no quota` } } }
    case 'truncated_json':
      return { text: '{"items":[{"id":"a","ba', headers: { 'content-type': 'application/json' } }
    case 'too_large':
      return { json: { items: [], names: [], newest: '', filler: 'x'.repeat(BODY_OVER_CAP) } }
    case 'missing_last_page':
      return page > 0 ? refuse(500, token) : null
    default:
      return null
  }
}

type PageFacts = Readonly<{
  spec: InstanceSpec
  what: string
  ns: string | undefined
  page: number
  fault: VendorFault | null
  now: number
}>

function toPage({ spec, what, ns, page, fault, now }: PageFacts): unknown {
  const all = (spec.items[what] ?? []).filter((item) => ns === undefined || item.ns === ns)
  const isUnknown = fault === 'unknown_name'
  const items = isUnknown ? [] : all.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)
  const more = !isUnknown && all.length > (page + 1) * PAGE_ROWS
  return {
    items,
    ...(more ? { next: String(page + 1) } : {}),
    newest: new Date(fault === 'stale' ? now - HOUR_MS : now).toISOString(),
    account: spec.scope['account'] ?? '',
    known: !isUnknown,
    partial: fault === 'partial_success',
    ...(fault === 'account_unreachable' && spec.kind === 'aws'
      ? { unreachable: 'account-nobody-reaches' }
      : {}),
  }
}
