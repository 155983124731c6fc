import { matchVisible, readSpan } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { rumEventsSearch } from '@vedette/proto/operations'
import type { SentryClient } from '../client.ts'
import { numberOf, type Row, readRows, textOf, timeOf } from '../discover.ts'
import { isHidden, readTarget } from '../projects.ts'
import { checkQuery, quote, toParameters } from '../query.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'

const SHARED = [
  'id',
  'timestamp',
  'project',
  'release',
  'browser.name',
  'os.name',
  'geo.country_code',
  'trace',
]
// The kits of browsers and apps, of which one for servers shares the name.
const CLIENTS =
  '( sdk.name:sentry.javascript.* OR sdk.name:sentry.cocoa* OR sdk.name:sentry.java.android* OR ' +
  'sdk.name:sentry.dart* OR sdk.name:sentry.dotnet.maui* ) !sdk.name:sentry.javascript.node*'
// What Sentry keeps of each kind: errors of browsers and apps, and loads of pages. Actions and resources are spans of
// loads, which it does not list.
const KINDS = Object.freeze({
  error: { dataset: 'errors', narrows: CLIENTS },
  crash: { dataset: 'errors', narrows: `${CLIENTS} error.handled:0` },
  view: { dataset: 'transactions', narrows: 'transaction.op:[pageload,navigation]' },
} as const)
const FIELDS = Object.freeze({
  errors: [...SHARED, 'title', 'url'],
  transactions: [
    ...SHARED,
    'transaction',
    'transaction.duration',
    'measurements.lcp',
    'measurements.inp',
    'measurements.cls',
  ],
} as const)
type Kind = keyof typeof KINDS

// Errors, crashes or loads of pages; errors when no kind is asked for. All are sampled, so none is never proved.
export const serveRumEventsSearch = serve(rumEventsSearch, async (client: SentryClient, input, context) => {
  const window = readSpan(input, context)
  const kind = toKind(input.kind)
  const { dataset, narrows } = KINDS[kind]
  const raw = input.query === undefined ? undefined : checkQuery(input.query)
  const target = await readTarget(client, { project: input.application }, context).catch(renameField)
  const query = [
    narrows,
    ...(raw === undefined ? [] : [raw]),
    ...(raw === undefined && input.contains !== undefined ? [quote(input.contains)] : []),
  ].join(' ')
  const found = await readRows(
    client,
    {
      dataset,
      fields: FIELDS[dataset],
      query,
      parameters: toParameters(target, window, input.environment),
      window,
      context,
    },
    input,
  )
  const events = found.paged.items
    .map((row) => toEvent(row, kind))
    .filter((row) => matchVisible(context, `${row.message ?? ''} ${row.page ?? ''}`, input.contains))
  const isPart = found.isPartial || (events.length > 0 && isHidden(target))
  return toReading(
    { events, sampling_ratio: null, total: null },
    {
      client,
      context,
      items: events.length,
      cursor: found.cursor,
      cut: cutOf(found.paged) ?? (isPart ? 'by_source' : undefined),
      failed: toFailed(found.paged),
      query,
      proof: { unproven: 'sessions_may_be_sampled' },
    },
  )
})

function toKind(kind: string | undefined): Kind {
  if (kind === undefined) return 'error'
  if (Object.hasOwn(KINDS, kind)) return kind as Kind // just checked
  throw new ArgumentError({
    field: 'kind',
    message: 'Sentry lists no events of this kind',
    fix: 'ask for error, crash or view',
  })
}

function renameField(error: unknown): never {
  if (!(error instanceof ArgumentError)) throw error
  const { code, message, fix } = error
  throw new ArgumentError({ code, field: 'application', message, fix })
}

function toEvent(row: Row, kind: Kind) {
  return {
    id: textOf(row, 'id'),
    at: timeOf(row) ?? '',
    kind,
    application: textOf(row, 'project') ?? textOf(row, 'project.name'),
    version: textOf(row, 'release'),
    page: (textOf(row, 'url') ?? textOf(row, 'transaction'))?.replace(/[?#].*$/s, '') ?? null,
    message: textOf(row, 'title'),
    duration_ms: numberOf(row, 'transaction.duration'),
    largest_contentful_paint_ms: numberOf(row, 'measurements.lcp'),
    interaction_to_next_paint_ms: numberOf(row, 'measurements.inp'),
    cumulative_layout_shift: numberOf(row, 'measurements.cls'),
    status_code: null,
    browser: textOf(row, 'browser.name'),
    os: textOf(row, 'os.name'),
    country: textOf(row, 'geo.country_code'),
    session_id: null,
    trace_id: textOf(row, 'trace'),
    url: null,
  }
}
