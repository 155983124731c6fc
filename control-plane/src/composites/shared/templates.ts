import type { logsSearch } from '@vedette/proto/operations'
import type { z } from 'zod'
import { itemsOf, type Read } from '../read.ts'
import { parseTime, showTime } from './time.ts'

type Logs = Read<z.output<typeof logsSearch.output>>

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<address>'],
  [/\b\d{4}-\d{2}-\d{2}[T ][\d:.,]+(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b/gi, '<hex>'],
  [/"[^"]{1,200}"|'[^']{1,200}'/g, '<text>'],
  [/\d+(?:\.\d+)?/g, '<n>'],
]
const MAX_TEMPLATE = 200
const MAX_SAMPLE = 300

// A line with what varies taken out, so that equal errors read alike.
export function toTemplate(message: string): string {
  const [first = ''] = message.split('\n', 1)
  return MASKS.reduce((text, [pattern, word]) => text.replace(pattern, word), first.slice(0, 2000))
    .trim()
    .slice(0, MAX_TEMPLATE)
}

// Lines folded into templates, the most frequent first. Counts are lower bounds unless the search was whole; `is_new`
// is null where the time before the onset was not read whole.
export function toErrorRows(read: Logs, { onset, max }: Readonly<{ onset: number; max: number }>) {
  const lines = itemsOf(read, (value) => value.lines)
  const groups = [...Map.groupBy(lines, ({ item }) => toTemplate(item.message))]
  return groups
    .toSorted((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
    .slice(0, max)
    .flatMap(([template, group]) => {
      const [sample] = group
      if (sample === undefined) return []
      const times = group.flatMap(({ item }) => parseTime(item.at) ?? [])
      const first = times.length === 0 ? null : Math.min(...times)
      return [
        {
          template,
          n: read.isWhole ? group.length : { at_least: group.length },
          first: showTime(first),
          last: showTime(times.length === 0 ? null : Math.max(...times)),
          is_new: read.isWhole && first !== null ? first >= onset : null,
          sample: sample.item.message.slice(0, MAX_SAMPLE),
          trace_id: group.find(({ item }) => item.trace_id !== null)?.item.trace_id ?? null,
          e: sample.view.cite(),
        },
      ]
    })
}
