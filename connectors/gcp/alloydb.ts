import { z } from 'zod'
import { type Collected, collect } from './answers.ts'
import type { Reader } from './client.ts'
import {
  elementAfter,
  labels,
  lastOf,
  maybeFlag,
  maybeNumber,
  maybeText,
  maybeTime,
  placeOf,
} from './values.ts'

const instance = z.object({
  name: z.string(),
  labels,
  state: z.string(),
  instanceType: maybeText,
  availabilityType: maybeText,
  gceZone: maybeText,
  ipAddress: maybeText,
  publicIpAddress: maybeText,
  machineConfig: z.object({ cpuCount: maybeNumber }).optional(),
  networkConfig: z.object({ enablePublicIp: maybeFlag }).optional(),
  createTime: maybeTime,
})
export type AlloyInstance = z.output<typeof instance>

// Every instance of AlloyDB, in all clusters and regions.
export function readAlloyInstances(reader: Reader): Promise<Collected<AlloyInstance>> {
  return collect(reader, {
    service: 'alloydb',
    path: ['projects', reader.project.id, 'locations', '-', 'clusters', '-', 'instances'],
    field: 'instances',
    row: instance,
    size: ['pageSize', 500],
    needs: 'alloydb.instances.list',
  })
}

const ROLES = Object.freeze({ PRIMARY: 'primary', SECONDARY: 'replica', READ_POOL: 'member' } as const)

// An instance of AlloyDB as a row.
export function toAlloyDatabase(reader: Reader, one: AlloyInstance) {
  const type = one.instanceType ?? ''
  const isPublic = one.networkConfig?.enablePublicIp ?? null
  return {
    id: one.name,
    name: `${elementAfter(one.name, 'clusters') ?? ''}/${lastOf(one.name)}`,
    ...placeOf(reader, elementAfter(one.name, 'locations')),
    tags: one.labels,
    engine: 'postgres',
    version: null,
    role: Object.hasOwn(ROLES, type) ? ROLES[type as keyof typeof ROLES] : ('unknown' as const), // just checked
    state: one.state,
    machine_type: one.machineConfig === undefined ? null : `${one.machineConfig.cpuCount ?? '?'} vCPU`,
    storage_bytes: null,
    multi_zone: one.availabilityType === null ? null : one.availabilityType === 'REGIONAL',
    zones: one.gceZone === null ? null : [one.gceZone],
    endpoint: one.ipAddress,
    port: 5432,
    network: null,
    public_address: one.publicIpAddress === null ? isPublic : true,
    encrypted: true,
    deletion_protection: null,
    source: null,
    created_at: one.createTime,
  }
}
