import { matchVisible } from '@vedette/connectors/kit'
import { logsSearch } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { readEntries, within } from '../entries.ts'
import { toFilter } from '../log-filter.ts'
import { toLine } from '../log-line.ts'
import { serveList } from '../reading.ts'

const FIRST = 200
const MAX_LINES = 1000

// Log entries that structured filters or a query of the logging query language find. No line is proved only when the
// same place wrote lines in the window.
export const serveLogsSearch = serveList(logsSearch, {
  async read(reader, input) {
    const { base, texts } = toFilter(reader, input)
    const time = within(input.from, input.to)
    const filter = [...base, ...texts, time].join(' AND ')
    const newestFirst = input.order === 'newest'
    const maxItems = input.cursor === undefined ? Math.max(FIRST, input.limit) : MAX_LINES
    const list = await readEntries(reader, { filter, newestFirst, maxItems })
    // Texts that must not stand in a line are looked for here alone, and in what may leave.
    const isVisible = (text: string) =>
      input.contains.every((one) => matchVisible(reader.context, text, one)) &&
      !input.not.some((one) => matchVisible(reader.context, text, one))
    // Tells the agent that texts are searched, whether or not any line comes.
    isVisible('')
    const rows = mapRows(list, (all) =>
      all
        .map(toLine)
        .filter(
          (line) =>
            input.query !== undefined || isVisible(`${line.message} ${JSON.stringify(line.attributes)}`),
        )
        .map((line) => ({ line, sign: newestFirst ? -1 : 1 })),
    )
    const facts = { query: filter, dialect: 'logging' }
    if (list.paged.stop !== 'end' || list.paged.items.length > 0)
      return { ...rows, ...facts, unproven: 'no_visible_line' }
    if (input.query !== undefined || texts.length === 0)
      return { ...rows, ...facts, unproven: 'source_not_proved' }
    const around = await readEntries(reader, {
      filter: [...base, time].join(' AND '),
      newestFirst,
      maxItems: 1,
    })
    const isAlive = around.paged.items.length > 0
    return {
      ...rows,
      ...facts,
      ...(isAlive ? { proof: 'existence_checked' } : { unproven: 'source_wrote_nothing' }),
    }
  },
  keyOf: ({ line, sign }) => [sign * Date.parse(line.at), line.id ?? '', line.message.slice(0, 200)],
  toValue: ({ rows, all, whole }) => ({
    lines: rows.map(({ line }) => line),
    patterns: null,
    lines_read: all.length,
    searched: [...new Set(all.flatMap(({ line }) => line.source ?? []))].slice(0, 50),
    scanned_bytes: null,
    total: whole ? all.length : null,
  }),
})
