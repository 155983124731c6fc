import type { Clock } from '@vedette/proto/clock'
import { type CallContext, type ProbeResult, SourceError } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import { findMissing } from '../config/index.ts'
import type { Instance } from '../host/index.ts'
import type { Finding } from './health-book.ts'

const DOWN = Object.freeze({ health: 'down', scopes: [], servers: [] } as const)
// Milliseconds that a connector gets after its signal to say which of its servers had answered.
const LAST_WORD_MS = 50
// States that say nothing about the credential or the endpoint being gone.
const SERVING = new Set(['throttled', 'forbidden'])

// One probe of an instance within `timeoutMs`, over the client and credentials of real calls; never rejects.
export async function probeInstance(clock: Clock, instance: Instance, timeoutMs: number): Promise<Finding> {
  for (const secret of instance.secrets) {
    const reason = await findMissing(secret)
    if (reason !== null) return { health: 'not_configured', reason, scopes: [], servers: [] }
  }
  const controller = new AbortController()
  const late = Promise.withResolvers<never>()
  let cancelLate = () => {}
  const cancel = clock.after(timeoutMs, () => {
    const error = new SourceError('timed_out', { waited_ms: timeoutMs, phase: 'agent' })
    controller.abort(error)
    cancelLate = clock.after(LAST_WORD_MS, () => late.reject(error))
  })
  const context: CallContext = { clock, signal: controller.signal, deadline: clock.now() + timeoutMs }
  try {
    const probe = async () => instance.connector.probe(instance.client(), context)
    return judgeScope(toFinding(await Promise.race([probe(), late.promise])), instance.expect)
  } catch (error) {
    return toFailure(error)
  } finally {
    cancel()
    cancelLate()
  }
}

function toFailure(error: unknown): Finding {
  const code = error instanceof SourceError ? error.state : 'unusable'
  return SERVING.has(code) ? { health: 'degraded', code, scopes: [], servers: [] } : { ...DOWN, code }
}

// A connector that answers, while some of what it would serve cannot be answered, is degraded and not up; what its
// server has not got is no fault of the credential or the server.
function toFinding(result: ProbeResult): Finding {
  const refused = (result.forbidden ?? []).map((one) => (typeof one === 'string' ? { operation: one } : one))
  const isShort = result.health === 'up' && refused.some((one) => one.state !== 'not_served')
  const code = isShort ? 'forbidden' : result.code
  return {
    health: isShort ? 'degraded' : result.health,
    ...(code === undefined ? {} : { code }),
    scopes: result.scopes,
    ...(result.known_scopes === undefined ? {} : { known_scopes: result.known_scopes }),
    servers: result.servers ?? [],
    ...(refused.length === 0 ? {} : { refused }),
  }
}

// A credential that proves another scope than the configuration expects, or none, serves nothing.
function judgeScope(finding: Finding, expect: Readonly<Record<string, string>> | null): Finding {
  if (expect === null || finding.health === 'down') return finding
  const holds = (scope: Scope) => Object.entries(expect).every(([key, value]) => scope[key] === value)
  if (finding.scopes.length > 0 && finding.scopes.every(holds)) return finding
  return { ...DOWN, code: 'scope_mismatch', scopes: finding.scopes }
}
