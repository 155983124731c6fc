import { z } from 'zod'
import { askAs, type Collected, collect, withAnyOrNothing } from './answers.ts'
import type { Reader } from './client.ts'
import { maybeFlag, maybeText, maybeTime, texts } from './values.ts'

const policy = z.object({
  version: z.number().optional(),
  etag: z.string(),
  bindings: z
    .array(
      z.object({
        role: z.string(),
        members: texts,
        condition: z.object({ expression: maybeText }).optional(),
      }),
    )
    .default([]),
})
export type Policy = z.output<typeof policy>

// The project's own IAM policy; what its folders and its organisation grant is inherited and not in it.
export function readProjectPolicy(reader: Reader): Promise<Policy> {
  return askAs(reader, {
    service: 'projects',
    path: ['projects', { of: reader.project.id, verb: 'getIamPolicy' }],
    body: { options: { requestedPolicyVersion: 3 } },
    row: policy,
    needs: 'resourcemanager.projects.getIamPolicy',
  })
}

const account = z.object({
  name: z.string(),
  email: z.string(),
  uniqueId: z.string(),
  displayName: maybeText,
  disabled: maybeFlag,
})
export type ServiceAccount = z.output<typeof account>

// Service accounts of the project.
export function readServiceAccounts(reader: Reader): Promise<Collected<ServiceAccount>> {
  return collect(reader, {
    service: 'iam',
    path: ['projects', reader.project.id, 'serviceAccounts'],
    field: 'accounts',
    row: account,
    size: ['pageSize', 100],
    needs: 'iam.serviceAccounts.list',
  })
}

// An account without keys is told by nothing at all.
const keys = withAnyOrNothing(['keys'], {
  keys: z
    .array(
      z.object({
        name: z.string(),
        keyType: maybeText,
        disabled: maybeFlag,
        validAfterTime: maybeTime,
        validBeforeTime: maybeTime,
      }),
    )
    .default([]),
})

// Keys of a service account that somebody made; those that Google rotates by itself are left out. Never material.
export async function readKeys(reader: Reader, email: string) {
  const said = await askAs(reader, {
    service: 'iam',
    path: ['projects', reader.project.id, 'serviceAccounts', email, 'keys'],
    query: { keyTypes: 'USER_MANAGED' },
    row: keys,
    needs: 'iam.serviceAccountKeys.list',
  })
  return said.keys
}
