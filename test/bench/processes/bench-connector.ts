import { sleep } from '@vedette/proto/clock'
import { complete, defineConnector, serve } from '@vedette/proto/connector'
import { metricsNamesList, OPERATIONS, type OperationDefinition } from '@vedette/proto/operations'
import { z } from 'zod'

type Client = { readonly delayMs: number; readonly slowestMs: number }

// 32 bytes a name in the JSON of the answer.
const NAMES = Array.from({ length: 2000 }, (_, at) => `bench_requests_total_x${String(at).padStart(7, '0')}`)

/** Serves every operation: names of metrics in the wanted number, and for all others the least valid value. */
export const benchConnector = defineConnector({
  id: 'bench',
  title: 'Bench',
  config: z.strictObject({ delay_ms: z.number().default(0), slowest_ms: z.number().default(0) }),
  connect: ({ delay_ms, slowest_ms }): Client => ({ delayMs: delay_ms, slowestMs: slowest_ms }),
  probe: async () => ({ health: 'up', scopes: [{ backend: 'bench', cluster: 'bench' }] }),
  operations: [
    serve(metricsNamesList, async (client: Client, { limit }, context) => {
      await delay(client, metricsNamesList.id, context)
      const names = NAMES.slice(0, limit)
      return complete({ names, total: names.length }, { items: names.length, as_of: toNow(context) })
    }),
    ...OPERATIONS.filter((one) => one.id !== metricsNamesList.id).map((operation) =>
      serve(operation, async (client: Client, _, context) => {
        await delay(client, operation.id, context)
        const value = toSample(operation) as Record<string, unknown> // an output is an object
        return complete(value, { items: 0, as_of: toNow(context), proof: 'enumerated' })
      }),
    ),
  ],
})

type Context = {
  readonly clock: Parameters<typeof sleep>[0]
  readonly signal: AbortSignal
  vendorCall?(): void
}

// Each operation takes its own time, always the same; incidents take the longest.
async function delay({ delayMs, slowestMs }: Client, id: string, context: Context): Promise<void> {
  const { clock, signal, vendorCall } = context
  vendorCall?.()
  if (delayMs === 0) return
  const share = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 97, 7) / 97
  await sleep(clock, id === 'incidents.list' ? slowestMs : delayMs * (0.5 + share / 2), signal)
}

function toNow({ clock }: Pick<Context, 'clock'>): string {
  return new Date(clock.now()).toISOString()
}

const samples = new Map<string, unknown>()

function toSample(operation: OperationDefinition): unknown {
  const known =
    samples.get(operation.id) ?? sample(z.toJSONSchema(operation.output, { io: 'input' }) as Schema)
  samples.set(operation.id, known)
  return known
}

type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minimum?: number
}

// The least value of a JSON schema: no items, no optional members.
function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first !== undefined) return sample(first)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, sample(schema.properties?.[key] ?? {})]),
      )
    case 'array':
      return []
    case 'number':
    case 'integer':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    case 'string':
      return schema.format === 'date-time' ? '2030-01-01T00:00:00.000Z' : 'x'
    default:
      return null
  }
}
