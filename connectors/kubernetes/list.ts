import type { QueryValues } from '@vedette/connectors/kit'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { withRight } from './access.ts'
import type { KubernetesClient } from './client.ts'
import { isRefusal, isTooLarge, REFUSALS } from './errors.ts'
import { isLeftOut } from './leave-out.ts'
import { type Json, mismatch } from './objects.ts'
import { type Resource, toPath } from './resources.ts'
import { toSelectorFault } from './selectors.ts'
import { toNotServed } from './served.ts'

// What to list and where; absent namespace, everywhere.
export type ListAsk = Readonly<{
  resource: Resource
  namespace?: string | undefined
  labelSelector?: string | undefined
  fieldSelector?: string | undefined
  context: CallContext
}>

// The rows of a list. `cut` is set when it was not read to its end, with the error that stopped it if one did.
export type Listed<Row> = Readonly<{
  rows: readonly Row[]
  cut?: Readonly<{ cap: 'rows' | 'by_source'; error?: SourceError }>
}>

export const PAGE_SIZE = 250
const LEAST_PAGE = 10
export const MAX_ROWS = 20_000

const pageSchema = z.looseObject({
  kind: z.string().regex(/List$/),
  metadata: z.looseObject({ continue: z.string().nullish() }).nullish(),
  // Go writes an empty list as null; one that is absent was not told.
  items: z.array(z.record(z.string(), z.unknown())).nullable(),
})
type Page = Readonly<{ items: readonly Json[]; next: string | undefined }>

// Lists a kind to its end, mapping page by page so that no more than one page is held. An expired cursor starts the
// list again once; then, and at 20,000 rows, it is cut. Pages over the body cap are asked smaller. Objects of namespaces
// that policy takes out are dropped before they are mapped. Throws what the first page throws: `not_served` for a kind
// that the cluster lacks, `forbidden` naming the right.
export async function listObjects<Row>(
  client: KubernetesClient,
  ask: ListAsk,
  toRow: (object: Json) => Row | readonly Row[],
): Promise<Listed<Row>> {
  const version = { at: 0 }
  let rows: Row[] = []
  let longest: readonly Row[] = []
  let cursor: string | undefined
  let size = PAGE_SIZE
  let isSecondTry = false
  for (;;) {
    let page: Page
    try {
      page = await readPage(client, ask, { version, cursor, size })
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      if (isTooLarge(error) && size > LEAST_PAGE) {
        size = Math.max(LEAST_PAGE, Math.floor(size / 4))
        continue
      }
      if (cursor === undefined && !isSecondTry) throw error
      longest = rows.length > longest.length ? rows : longest
      if (!isRefusal(error, REFUSALS.expired)) return { rows: longest, cut: { cap: 'by_source', error } }
      if (isSecondTry) return { rows: longest, cut: { cap: 'by_source' } }
      isSecondTry = true
      rows = []
      cursor = undefined
      continue
    }
    const items = page.items.filter((item) => !isLeftOut(item, ask.resource, ask.context))
    rows = rows.concat(items.flatMap(toRow))
    if (page.next === undefined) return { rows }
    if (rows.length >= MAX_ROWS) return { rows: rows.slice(0, MAX_ROWS), cut: { cap: 'rows' } }
    if (page.next === cursor) throw mismatch()
    cursor = page.next
  }
}

type Turn = Readonly<{ version: { at: number }; cursor: string | undefined; size: number }>

async function readPage(client: KubernetesClient, ask: ListAsk, turn: Turn): Promise<Page> {
  const { resource, namespace, labelSelector, fieldSelector, context } = ask
  const version = resource.versions[turn.version.at] ?? resource.versions[0]
  const path = toPath(resource, version, { namespace })
  const query: QueryValues = {
    limit: String(turn.size),
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(turn.cursor === undefined ? {} : { continue: turn.cursor }),
  }
  try {
    const right = { verb: 'list', resource, namespace }
    return toPage(await withRight(right, () => client.get({ path, query, context })))
  } catch (error) {
    if (isRefusal(error, REFUSALS.badRequest) && (labelSelector ?? fieldSelector) !== undefined)
      throw toSelectorFault(ask)
    const absent = await toNotServed(client, { resource, version, error, context })
    if (absent === undefined) throw error
    // An older server may serve the kind in an older version.
    if (turn.version.at + 1 >= resource.versions.length) throw absent
    turn.version.at += 1
    return readPage(client, ask, turn)
  }
}

function toPage(answer: unknown): Page {
  const parsed = pageSchema.safeParse(answer)
  if (!parsed.success) throw mismatch()
  const next = parsed.data.metadata?.continue
  return { items: parsed.data.items ?? [], next: next === null || next === '' ? undefined : next }
}
