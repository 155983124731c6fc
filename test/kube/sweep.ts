import type { CallRequest, CallResult } from '@vedette/control-plane/bus'
import type { Dispatch, DispatchOptions } from '@vedette/control-plane/dispatch'
import type { AgentView } from '@vedette/control-plane/fleet'
import { SourceError } from '@vedette/proto/connector'
import { cloudDisksList } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import type { AwsInstance } from './aws.ts'

type Fleet = Pick<DispatchOptions, 'fleet' | 'callAgent'>

const OPERATION = cloudDisksList

/** A fleet of one agent that holds these instances, as their probes report them, and runs what dispatch asks. */
export async function toFleet(instances: readonly AwsInstance[]): Promise<Fleet> {
  const now = Date.now()
  const probed = await Promise.all(instances.map(async (one) => ({ one, probe: await one.probe() })))
  const view: AgentView = {
    agent: 'ag_aws',
    organisation: 'acme',
    name: 'outpost',
    status: 'connected',
    last_seen: now,
    since: now,
    incarnation: 'inc_1',
    identity: { kind: 'host', id: 'machine' },
    claimants: [],
    version: '0.1.0',
    labels: {},
    skew_ms: 0,
    connectors: probed.map(({ one, probe }) => ({
      instance: one.name,
      connector: 'aws',
      health: probe.health,
      ...(probe.code === undefined ? {} : { code: probe.code }),
      since: new Date(now).toISOString(),
      checked_at: new Date(now).toISOString(),
      scopes: probe.scopes.map((scope) => ({ ...scope })),
      ...(probe.known_scopes === undefined
        ? {}
        : { known_scopes: probe.known_scopes.map((scope) => ({ ...scope })) }),
      operations: [{ id: OPERATION.id, contract: OPERATION.contract, digest: 'd' }],
      denied: [],
      covers: [],
      servers: [],
    })),
    policy: {
      status: 'APPLIED',
      local_hash: 'l',
      remote_version: 0,
      remote_hash: 'r',
      effective_hash: 'e',
      rules: [],
    },
  }
  return { fleet: { agents: () => [view] }, callAgent: (request) => answer(instances, request) }
}

async function answer(instances: readonly AwsInstance[], request: CallRequest): Promise<CallResult> {
  const one = instances.find(({ name }) => name === request.instance)
  if (one === undefined) throw new Error(`${request.instance} is no instance`)
  const meta = { redacted: {}, vendor_calls: 1, took_ms: 1, body_sha256: '' }
  try {
    const { value, parts } = await one.run(request.operation, request.arguments)
    return { kind: 'answered', parts: [...parts], body: value as object, meta }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { kind: 'lost', part: { scope: {}, state: error.state, ...error.carried } as Part }
  }
}

export type Swept = Readonly<{
  words: readonly Readonly<{ account: string; state: string }>[]
  // The accounts that the next call names.
  next: readonly string[] | undefined
}>

/** One sweep over accounts, as its sources tell it, and where its next call goes. */
export async function sweepAll(dispatch: Dispatch, account: string | readonly string[]): Promise<Swept> {
  const request = {
    operation: OPERATION as never,
    role: 'input' as const,
    arguments: { limit: 100 },
    routing: { account },
  }
  const [result] = await dispatch([request], {
    principal: { organisation: 'acme', id: 'tok', name: 'test', mode: 'auto', role: 'viewer' },
    budget_ms: 20_000,
    signal: new AbortController().signal,
  })
  const sources = result?.instances.flatMap((one) => one.outcome.sources) ?? []
  const next = sources.find((one) => one.next !== undefined)?.next?.args['account']
  return {
    words: sources.map((one) => ({ account: one.scope['account'] ?? '', state: one.state })),
    next: Array.isArray(next) ? next.map(String) : undefined,
  }
}
