import { checkWithin, type Span } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { SentryClient } from './client.ts'
import { type Found, readSearch } from './lists.ts'
import { toMs, toTime } from './values.ts'

// One row of a search over events, by the names of the fields that were asked for.
export type Row = Readonly<Record<string, unknown>>

const answer = z.looseObject({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.looseObject({ dataScanned: z.string().nullish() }).nullish(),
})

type Question = Readonly<{
  dataset: 'errors' | 'transactions'
  fields: readonly string[]
  query: string
  parameters: Readonly<Record<string, string>>
  // What `parameters` ask for; rows outside show that it was not looked at.
  window: Span
  context: CallContext
}>

// Events of one kind, newest first; partial when Sentry itself says that it looked at a part of the data.
export function readRows(
  client: SentryClient,
  { dataset, fields, query, parameters, window, context }: Question,
  page: Readonly<{ limit: number; cursor?: string | undefined }>,
): Promise<Found<Row>> {
  return readSearch(
    client,
    {
      path: ['events'],
      query: { ...parameters, dataset, field: fields, query, sort: '-timestamp' },
      schema: answer,
      rowsOf({ data }): readonly Row[] {
        checkWithin(
          data.flatMap((row) => toMs(textOf(row, 'timestamp')) ?? []),
          window,
        )
        return data
      },
      isPartial: ({ meta }) => meta?.dataScanned != null && meta.dataScanned !== 'full',
      context,
      needs: 'event:read',
      field: 'query',
    },
    page,
  )
}

// A field as text, or null.
export function textOf(row: Row, field: string): string | null {
  const value = row[field]
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null
}

// A field as a number, or null.
export function numberOf(row: Row, field: string): number | null {
  const value = row[field]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

// When it happened, or null.
export function timeOf(row: Row): string | null {
  return toTime(textOf(row, 'timestamp'))
}
