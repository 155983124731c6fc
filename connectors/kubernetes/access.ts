import { type CallContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { KubernetesClient } from './client.ts'
import { mismatch } from './objects.ts'
import { type Resource, toResourceName } from './resources.ts'

// Something that the API server may allow or not.
export type Right = Readonly<{
  verb: string
  resource: Pick<Resource, 'group' | 'plural'>
  subresource?: string
  namespace?: string | undefined
  name?: string
}>

const KEEP_MS = 30_000

const reviewSchema = z.looseObject({
  status: z.looseObject({
    allowed: z.boolean().default(false),
    denied: z.boolean().default(false),
    reason: z.string().optional(),
    evaluationError: z.string().optional(),
  }),
})

export type Review = z.output<typeof reviewSchema>['status']

// Asks the API server whether the agent's own identity may do it. Throws SourceError when it does not say.
export async function review(client: KubernetesClient, right: Right, context: CallContext): Promise<Review> {
  const { verb, resource, subresource, namespace, name } = right
  const attributes = { verb, group: resource.group, resource: resource.plural, subresource, namespace, name }
  const body = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: attributes },
  }
  const path = ['apis', 'authorization.k8s.io', 'v1', 'selfsubjectaccessreviews']
  const parsed = reviewSchema.safeParse(await client.post({ path, body, context }))
  if (!parsed.success) throw mismatch()
  return parsed.data.status
}

// Whether it is allowed, known for 30 s. Where the server cannot say, or the identity may not ask, it is taken to be
// allowed: the read itself finds out.
export function isAllowed(client: KubernetesClient, right: Right, context: CallContext): Promise<boolean> {
  return client.memory.recall(`may ${JSON.stringify(right)}`, KEEP_MS, async () => {
    try {
      const { allowed, denied, evaluationError = '' } = await review(client, right, context)
      return allowed || (!denied && evaluationError !== '')
    } catch (error) {
      if (error instanceof SourceError && error.state === 'forbidden') return true
      throw error
    }
  })
}

// The refusal that names what is missing: `list pods in namespace payments`.
export function toForbidden(right: Right, status?: number): SourceError {
  return new SourceError('forbidden', {
    missing: toRightText(right),
    ...(status === undefined ? {} : { status }),
  })
}

// A right as an engineer reads it.
function toRightText({ verb, resource, subresource, namespace, name }: Right): string {
  const kind = toResourceName({ ...resource, versions: ['v1'], namespaced: true })
  const what = `${verb} ${kind}${subresource === undefined ? '' : `/${subresource}`}${name === undefined ? '' : ` ${name}`}`
  return `${what}${namespace === undefined ? '' : ` in namespace ${namespace}`}`
}

// Runs a read that is allowed by what was asked; a refusal that is met all the same names the right.
export async function withRight<T>(right: Right, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SourceError && error.state === 'forbidden' && error.carried.missing === undefined)
      throw toForbidden(right, error.carried.status)
    throw error
  }
}
