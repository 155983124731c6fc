import { complete, defineConnector, serve } from '@vedette/proto/connector'
import { OPERATIONS, type OperationDefinition } from '@vedette/proto/operations'
import { isWriteTier } from '@vedette/proto/policy'
import { z } from 'zod'

/** What the redactor promises to catch, wherever it stands: validated or structural kinds. */
export const CANARIES = Object.freeze({
  email: 'zoe.canary@mail.canary-corp.com',
  cpf: '529.982.247-25',
  aws_key: 'AKIAQ3EGRZ7Y5ZXM2CND',
  password: 'c4n4ry-Pa55w0rd-zq',
})

const TEXTS = Object.freeze([
  `${CANARIES.email} asked for ${CANARIES.cpf} with ${CANARIES.aws_key} at postgres://app:${CANARIES.password}@db.internal/x`,
  `${CANARIES.email} ${CANARIES.aws_key}`,
  CANARIES.email,
])
const SPARE: readonly string[] = [
  '2030-01-15T12:00:00Z',
  '2030-01-15',
  'https://x.example/y',
  'a1b2c3d4',
  '10.0.0.1',
  '10.0.0.0/8',
  '1',
  'a',
  '',
]

/** Every operation of the catalogue that reads. */
export const READS: readonly OperationDefinition[] = OPERATIONS.filter(({ tier }) => !isWriteTier(tier))

/** A value that the schema takes, every field there, a canary in each string that may hold one. */
export function fillWithCanaries(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).map(([key, one]) => [
        key,
        fillWithCanaries(one),
      ]),
    )
  if (schema instanceof z.ZodArray) return [fillWithCanaries(schema.element as z.ZodType)]
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return fillWithCanaries(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodUnion) return fillWithCanaries(schema.options[0] as z.ZodType)
  if (schema instanceof z.ZodTuple) return schema.def.items.map((one) => fillWithCanaries(one as z.ZodType))
  if (schema instanceof z.ZodRecord) return { team: fillWithCanaries(schema.valueType as z.ZodType) }
  if (schema instanceof z.ZodBoolean) return true
  const candidates: readonly unknown[] =
    schema instanceof z.ZodNumber ? [1, 0, 10, 0.5, 2030] : [...TEXTS, ...SPARE, 1]
  return candidates.find((one) => schema.safeParse(one).success)
}

/** A connector that serves every read of the catalogue, each answer, or with `throws` each error, stuffed with canaries. */
export const canaryConnector = defineConnector({
  id: 'canary',
  title: 'Canary',
  config: z.strictObject({ throws: z.boolean().default(false) }),
  dialect: 'promql',
  connect: (config) => config,
  async probe() {
    return { health: 'up', scopes: [{ account: 'a1' }] }
  },
  operations: READS.map((operation) =>
    serve(operation, async ({ throws }: Readonly<{ throws: boolean }>) => {
      if (throws)
        throw Object.assign(new Error(TEXTS[0]), { config: { url: TEXTS[0], headers: { cookie: TEXTS[0] } } })
      // What any operation's output takes, made from its own schema.
      return complete(fillWithCanaries(operation.output) as never, {
        items: 1,
        as_of: '2030-01-15T12:00:00Z',
        query: `select '${CANARIES.email}'`,
        warnings: [`vendor says ${TEXTS[0]}`],
      })
    }),
  ),
})
