import type { Span } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { SignozClient } from './client.ts'

const keysAnswer = z.object({
  status: z.literal('success'),
  data: z.object({
    keys: z
      .record(
        z.string(),
        z.array(
          z.looseObject({
            name: z.string(),
            fieldContext: z.string().nullish(),
            fieldDataType: z.string().nullish(),
          }),
        ),
      )
      .nullish(),
    // Whether these are all; absent is not told.
    complete: z.boolean().nullish(),
  }),
})
const list = z.array(z.union([z.string(), z.number(), z.boolean()])).nullish()
const valuesAnswer = z.object({
  status: z.literal('success'),
  data: z.object({
    values: z.looseObject({ stringValues: list, numberValues: list, boolValues: list }).nullish(),
    complete: z.boolean().nullish(),
  }),
})

type Asked = Readonly<{ signal: 'logs' | 'traces'; window: Span; context: CallContext }>

// Fields that SigNoz knows of a signal in the window; `isCut` unless it says that they are all.
export async function askKeys(client: SignozClient, { signal, window, context }: Asked) {
  const { data } = await client.ask({
    path: ['v1', 'fields', 'keys'],
    query: { signal, ...bounds(window), limit: '1000' },
    schema: keysAnswer,
    context,
  })
  const fields = Object.values(data.keys ?? {}).flatMap((all) =>
    all.map(({ name, fieldContext, fieldDataType }) => ({
      name,
      context: fieldContext ?? '',
      type: fieldDataType || null,
    })),
  )
  return { fields, isCut: data.complete !== true }
}

// Values that one field took in the window, within a filter.
export async function askValues(
  client: SignozClient,
  { signal, name, filter, window, context }: Asked & Readonly<{ name: string; filter: string }>,
) {
  const { data } = await client.ask({
    path: ['v1', 'fields', 'values'],
    query: {
      ...{ signal, name, ...bounds(window), limit: '1000' },
      ...(filter === '' ? {} : { existingQuery: filter }),
    },
    schema: valuesAnswer,
    context,
  })
  const { stringValues, numberValues, boolValues } = data.values ?? {}
  const values = [...(stringValues ?? []), ...(numberValues ?? []), ...(boolValues ?? [])].map(String)
  return { values: [...new Set(values)], isCut: data.complete !== true }
}

function bounds({ from, to }: Span): Readonly<{ startUnixMilli: string; endUnixMilli: string }> {
  return { startUnixMilli: `${from}`, endUnixMilli: `${to}` }
}
