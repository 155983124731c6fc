import { z } from 'zod'
import { type Collected, collect } from './answers.ts'
import type { Reader } from './client.ts'
import { labels, maybeNumber, maybeText, maybeTime } from './values.ts'

const condition = z.object({ type: maybeText, state: maybeText, message: maybeText, reason: maybeText })
const container = z.object({ image: maybeText })

// A service of Cloud Run; values of its environment are not kept.
export const service = z.object({
  name: z.string(),
  uid: maybeText,
  labels,
  uri: maybeText,
  createTime: maybeTime,
  updateTime: maybeTime,
  creator: maybeText,
  lastModifier: maybeText,
  reconciling: z.boolean().default(false),
  terminalCondition: condition.optional(),
  latestReadyRevision: maybeText,
  latestCreatedRevision: maybeText,
  template: z
    .object({
      containers: z.array(container).default([]),
      scaling: z.object({ minInstanceCount: maybeNumber, maxInstanceCount: maybeNumber }).optional(),
      serviceAccount: maybeText,
    })
    .optional(),
})
export type RunService = z.output<typeof service>

export const revision = z.object({
  name: z.string(),
  service: maybeText,
  createTime: maybeTime,
  updateTime: maybeTime,
  containers: z.array(container).default([]),
  conditions: z.array(condition).default([]),
  reconciling: z.boolean().default(false),
})
export type RunRevision = z.output<typeof revision>

// Services of Cloud Run in every region.
export function readServices(reader: Reader): Promise<Collected<RunService>> {
  return collect(reader, {
    service: 'run',
    path: ['projects', reader.project.id, 'locations', '-', 'services'],
    field: 'services',
    row: service,
    size: ['pageSize', 500],
    needs: 'run.services.list',
  })
}

// How far the newest revision of a service has come.
export function toRollout(one: RunService): 'completed' | 'in_progress' | 'failed' | 'unknown' {
  const { terminalCondition: condition } = one
  if (one.reconciling) return 'in_progress'
  if (condition?.state === 'CONDITION_FAILED') return 'failed'
  return condition?.state === 'CONDITION_SUCCEEDED' ? 'completed' : 'unknown'
}
