import type { Clock } from '@vedette/proto/clock'
import type { Part } from '@vedette/proto/visibility'
import type { Instance } from './instance.ts'
import { createLimiter, type Limiter } from './limiter.ts'
import { type RunRequest, type RunResult, runOperation } from './run-operation.ts'

// Concurrent calls of the whole agent, of one instance, and how many may wait for a place.
export const AGENT_CONCURRENCY = 64
export const INSTANCE_CONCURRENCY = 24
const AGENT_QUEUE = 128
const INSTANCE_QUEUE = 64

export type Host = Readonly<{
  instances: ReadonlyMap<string, Instance>
  // Runs within the agent's and the instance's limits; without a place before the deadline it is `throttled` by us.
  run(request: RunRequest): Promise<RunResult>
  // Calls that run now.
  active(): number
  close(): Promise<void>
}>

// Runs the operations of all instances, bounded; `visible` is what connectors search in.
export function createHost(
  clock: Clock,
  instances: readonly Instance[],
  visible?: RunRequest['visible'],
): Host {
  const agentLimit = createLimiter(AGENT_CONCURRENCY, AGENT_QUEUE)
  const limits = new Map<string, Limiter>(
    instances.map((instance) => [
      instance.name,
      createLimiter(
        Math.min(INSTANCE_CONCURRENCY, instance.connector.concurrency ?? INSTANCE_CONCURRENCY),
        INSTANCE_QUEUE,
      ),
    ]),
  )
  return Object.freeze({
    instances: new Map(instances.map((instance) => [instance.name, instance])),
    async run(request: RunRequest) {
      const started = clock.monotonic()
      const limit = limits.get(request.instance.name) ?? agentLimit
      const wait = createDeadline(clock, request)
      try {
        const releaseInstance = await limit.acquire(wait.signal)
        if (releaseInstance === null) return throttled()
        try {
          const releaseAgent = limit === agentLimit ? () => {} : await agentLimit.acquire(wait.signal)
          if (releaseAgent === null) return throttled()
          const budgetMs = Math.max(1, request.budgetMs - (clock.monotonic() - started))
          return await runOperation(clock, { visible, ...request, budgetMs }).finally(releaseAgent)
        } finally {
          releaseInstance()
        }
      } finally {
        wait.cancel()
      }
    },
    active: () => agentLimit.active(),
    async close() {
      await Promise.allSettled(instances.map((instance) => instance.close()))
    },
  })
}

function createDeadline(
  clock: Clock,
  request: RunRequest,
): Readonly<{ signal: AbortSignal; cancel(): void }> {
  const controller = new AbortController()
  const cancel = clock.after(request.budgetMs, () => controller.abort())
  return { signal: AbortSignal.any([controller.signal, request.signal]), cancel }
}

function throttled(): RunResult {
  const part: Part = { scope: {}, state: 'throttled', by: 'us', retry_after_ms: 1000, why: 'agent_busy' }
  return { kind: 'answered', draft: { parts: [part] } }
}
