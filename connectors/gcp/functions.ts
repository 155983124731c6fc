import { z } from 'zod'
import { type Collected, collect } from './answers.ts'
import type { Reader } from './client.ts'
import { elementAfter, labels, lastOf, maybeNumber, maybeText, maybeTime, placeOf } from './values.ts'

// A function; the values of its environment are not kept.
export const cloudFunction = z.object({
  name: z.string(),
  state: maybeText,
  environment: maybeText,
  labels,
  updateTime: maybeTime,
  url: maybeText,
  stateMessages: z.array(z.object({ severity: maybeText, type: maybeText, message: maybeText })).default([]),
  buildConfig: z.object({ runtime: maybeText, source: z.unknown().optional() }).optional(),
  serviceConfig: z
    .object({
      revision: maybeText,
      uri: maybeText,
      timeoutSeconds: maybeNumber,
      availableMemory: maybeText,
      maxInstanceCount: maybeNumber,
      minInstanceCount: maybeNumber,
      serviceAccountEmail: maybeText,
      vpcConnector: maybeText,
      environmentVariables: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
})
export type CloudFunction = z.output<typeof cloudFunction>

// Functions of every region, of both generations.
export function readFunctions(reader: Reader): Promise<Collected<CloudFunction>> {
  return collect(reader, {
    service: 'functions',
    path: ['projects', reader.project.id, 'locations', '-', 'functions'],
    field: 'functions',
    row: cloudFunction,
    size: ['pageSize', 500],
    needs: 'cloudfunctions.functions.list',
  })
}

// A function as a row.
export function toFunction(reader: Reader, one: CloudFunction) {
  return {
    id: one.name,
    name: lastOf(one.name),
    ...placeOf(reader, elementAfter(one.name, 'locations')),
    tags: one.labels,
    runtime: one.buildConfig?.runtime ?? null,
    version: one.serviceConfig?.revision ?? null,
    state: one.state,
    memory_bytes: toBytes(one.serviceConfig?.availableMemory ?? null),
    timeout_s: one.serviceConfig?.timeoutSeconds ?? null,
    architecture: null,
    package: 'source' as const,
    modified_at: one.updateTime,
  }
}

const UNITS: Readonly<Record<string, number>> = Object.freeze({
  '': 1,
  k: 1000,
  M: 1000 ** 2,
  G: 1000 ** 3,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
})

// `256M` or `1Gi` to bytes; null for what is neither.
function toBytes(text: string | null): number | null {
  const match = /^(\d+(?:\.\d+)?)(k|M|G|Ki|Mi|Gi)?$/.exec(text ?? '')
  return match === null ? null : Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1)
}
