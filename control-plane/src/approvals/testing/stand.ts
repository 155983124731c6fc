import { createHash } from 'node:crypto'
import { createFakeClock, type FakeClock } from '@vedette/proto/clock'
import { isWriteTier } from '@vedette/proto/policy'
import { toApprovalText } from '@vedette/proto/wire'
import { agentView, connectorState, createFakeFleet, type FakeFleet, NOW } from '../../../testing/fakes.ts'
import { type Audit, createAudit } from '../../audit/index.ts'
import type { CallRequest, CallResult } from '../../bus/types.ts'
import { createDispatch, createRunPart } from '../../dispatch/index.ts'
import { createStore, type Principal, type Store } from '../../store/index.ts'
import { createToolSurface, type RunningSurface, type ToolContext } from '../../tools/index.ts'
import { type Actions, createActions } from '../index.ts'

const OF_KUBERNETES = ['k8s.workloads.restart', 'k8s.resources.get', 'k8s.configmaps.get', 'k8s.pods.list']

export const SERVED = agentView('web-1', [
  connectorState('grafana', ['annotations.create'], { scopes: [{ backend: 'grafana' }] }),
  connectorState('prometheus', ['alerts.silences.create'], { scopes: [{ backend: 'prometheus' }] }),
  connectorState('kubernetes', OF_KUBERNETES, { scopes: [{ cluster: 'prod' }] }),
])

export type Stand = Readonly<{
  store: Store
  audit: Audit
  fleet: FakeFleet
  clock: FakeClock
  actions: Actions
  surface: RunningSurface
  // What reached an agent; `effects` are the writes among it, by their approval.
  calls: readonly CallRequest[]
  effects: readonly string[]
  call(tool: string, args: unknown, who?: Partial<Principal>, more?: Partial<ToolContext>): Promise<Body>
  close(): Promise<void>
}>

export type Body = Readonly<Record<string, unknown>>

export const ASKER: Principal = {
  organisation: 'acme',
  id: 'tok_1',
  name: 'asker',
  mode: 'cautious',
  role: 'viewer',
}
export const APPROVER: Principal = { ...ASKER, id: 'tok_2', name: 'approver', role: 'approver' }

export type StandOptions = Readonly<{
  url?: string
  // Answers instead of the agent that does as it is told.
  answer?: (request: CallRequest) => Promise<CallResult> | CallResult
  wrap?: (parts: { store: Store; audit: Audit }) => { store: Store; audit: Audit }
  writer?: string
}>

// The whole way of an action over a real store and audit, with an agent that does what an approval lets it do.
export async function createStand(options: StandOptions = {}): Promise<Stand> {
  const clock = createFakeClock(NOW)
  const own = await createStore({ url: options.url ?? 'sqlite::memory:', clock })
  if ((await own.organisations.list()).length === 0) await own.organisations.create('acme')
  const ownAudit = createAudit({ store: own, writer: options.writer ?? 'cp_1', clock, sign: () => 'signed' })
  const { store, audit } = options.wrap?.({ store: own, audit: ownAudit }) ?? { store: own, audit: ownAudit }
  const fleet = createFakeFleet([SERVED])
  const calls: CallRequest[] = []
  const effects: string[] = []
  const callAgent = async (request: CallRequest): Promise<CallResult> => {
    calls.push(request)
    if (options.answer !== undefined) return options.answer(request)
    return obey(request, effects)
  }
  const runPart = createRunPart({ fleet, callAgent })
  const actions = createActions({ store, audit, fleet, runPart, clock })
  const surface = createToolSurface({
    fleet,
    dispatch: actions.watching(createDispatch({ fleet, callAgent, clock, tick_ms: 10_000 })),
    store: { audit: { append: async () => ({ written: Promise.resolve(true) }) } },
    clock,
    actions,
  })
  return {
    store,
    audit,
    fleet,
    clock,
    actions,
    surface,
    calls,
    effects,
    async call(tool, args, who = {}, more = {}) {
      const result = await surface.call(tool, args, {
        principal: { ...ASKER, ...who },
        signal: new AbortController().signal,
        budget_ms: 15_000,
        progress: () => {},
        investigation: 'inv_1',
        ...more,
      })
      return JSON.parse(result.kind === 'answer' ? result.text : JSON.stringify({ error: result.error }))
    },
    async close() {
      surface.close()
      await ownAudit.close()
      await own.close()
    },
  }
}

// An agent as it ought to be: without an approval of exactly this call it changes nothing.
export function obey(request: CallRequest, effects: string[]): CallResult {
  const { approval, operation, agent, incarnation, instance, principal } = request
  if (request.preview === true) return toAnswer(operation, false)
  if (!isWriteTier(request.tier)) return toAnswer(operation, true)
  const text = toApprovalText({
    operation,
    arguments: request.arguments,
    agent,
    incarnation,
    instance,
    requester: principal,
  })
  if (approval?.approved.hash !== createHash('sha256').update(text).digest('hex'))
    return { ...toAnswer(operation, false), parts: [{ scope: {}, state: 'approval_required' }] }
  effects.push(approval.id)
  return toAnswer(operation, true)
}

const AT = '2030-01-15T12:00:00Z'

// The value of each operation that the stand serves.
const VALUES: Readonly<Record<string, (isDone: boolean) => unknown>> = Object.freeze({
  'annotations.create': (created: boolean) => ({ created, id: created ? '7' : null, at: AT, url: null }),
  'alerts.silences.create': (created: boolean) => ({
    created,
    id: created ? '6b1f' : null,
    starts_at: null,
    ends_at: null,
    alerts: [{ name: 'DiskFull', labels: { host: 'web-1' }, since: null }],
    alerts_total: 1,
  }),
  'k8s.workloads.restart': (restarted: boolean) => ({
    restarted,
    namespace: 'shop',
    kind: 'Deployment',
    name: 'web',
    resource_version: '7',
    desired: 2,
    ready: 2,
    paused: false,
    restarted_at: null,
  }),
  'k8s.resources.get': () => ({
    object: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { namespace: 'shop', name: 'web', resourceVersion: '7' },
    },
    withheld: [],
  }),
  'k8s.configmaps.get': () => ({ namespace: 'shop', name: 'web', resource_version: '7', values: [] }),
})

// A whole answer of one item.
export function toAnswer(operation: string, isDone: boolean): Extract<CallResult, { kind: 'answered' }> {
  return {
    kind: 'answered',
    parts: [{ scope: {}, state: 'read', items: 1, as_of: AT }],
    body: VALUES[operation]?.(isDone),
    meta: { redacted: {}, vendor_calls: 1, took_ms: 1, body_sha256: '0' },
  }
}

export const ANNOTATE = { text: 'deploy of shop', tags: ['deploy'], at: '2030-01-15T11:59:00Z' }
export const SILENCE = {
  matchers: [{ label: 'alertname', op: '=', value: 'DiskFull' }],
  minutes: 30,
  comment: 'being replaced',
}
export const RESTART = { namespace: 'shop', kind: 'Deployment', name: 'web', resource_version: '7' }

// Reads what RESTART restarts, in the version that it names.
export const READ = Object.freeze({
  tool: 'k8s_resources_get',
  args: { api_version: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' },
})
