import type { OperationDefinition } from '../define.ts'
import { agentConnectorsHealth } from './connectors-health.ts'
import { agentConnectorsProbe } from './connectors-probe.ts'
import { agentDescribe } from './describe.ts'
import { agentPolicyGet } from './policy-get.ts'
import { agentRedactionStats } from './redaction-stats.ts'

export { agentConnectorsHealth, agentConnectorsProbe, agentDescribe, agentPolicyGet, agentRedactionStats }

// Every operation `agent.*`, in the order of their ids.
export const AGENT_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  agentConnectorsHealth,
  agentConnectorsProbe,
  agentDescribe,
  agentPolicyGet,
  agentRedactionStats,
])
