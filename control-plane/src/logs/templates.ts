import { toRfc3339 } from '../tools/time.ts'
import { createDrain, type Group } from './drain.ts'
import { countLines, type FoldedLine } from './lines.ts'

const MAX_TEMPLATES = 30
const MAX_TEXT = 400
const SEVERITIES = ['critical', 'error', 'warning', 'info', 'debug', 'trace'] as const

export type Folding = Readonly<{
  lines: readonly FoldedLine[]
  // Lines of the time before, and whether that time was read whole; null where it was not read at all.
  before: Readonly<{ lines: readonly FoldedLine[]; whole: boolean }> | null
  // Whether the window itself was read whole.
  whole: boolean
}>

type Counted = { n: number; before: number; times: number[]; severities: Set<string>; sample: string }

// Lines folded into templates: new ones first, then the most frequent. Over a cut every count is a lower bound. What
// was seen before is not new, whatever else was unread; what was not is new only where the time before was read whole,
// and else nobody knows: null.
export function toTemplates({ lines, before, whole }: Folding) {
  const drain = createDrain()
  const counted = new Map<Group, Counted>()
  // Lines of before come first, so that both times share the groups that these make.
  for (const { line } of before?.lines ?? []) countOf(counted, drain.add(line.message)).before += 1
  for (const { line, at } of lines) {
    const one = countOf(counted, drain.add(line.message))
    one.n += 1
    if (at !== null) one.times.push(at)
    if (line.severity !== null) one.severities.add(line.severity)
    if (one.sample === '') one.sample = line.message
  }
  const toNew = (seenBefore: number) => (seenBefore > 0 ? false : before?.whole === true ? true : null)
  const rows = [...counted]
    .filter(([, { n }]) => n > 0)
    .map(([group, { n, before: seenBefore, times, severities, sample }]) => ({
      template: group.tokens.join(' ').slice(0, MAX_TEXT).toWellFormed(),
      n,
      new: toNew(seenBefore),
      severity: SEVERITIES.find((word) => severities.has(word)) ?? null,
      first: times.length === 0 ? null : toRfc3339(times.reduce((a, b) => Math.min(a, b))),
      last: times.length === 0 ? null : toRfc3339(times.reduce((a, b) => Math.max(a, b))),
      sample: (sample.split('\n', 1)[0] ?? '').slice(0, MAX_TEXT).toWellFormed(),
    }))
    .sort((a, b) => Number(b.new) - Number(a.new) || b.n - a.n || (a.template < b.template ? -1 : 1))
  const shown = rows.slice(0, MAX_TEMPLATES)
  const rest = rows.slice(MAX_TEMPLATES)
  return {
    templates: shown.map((row) => ({ ...row, n: countLines(row.n, whole) })),
    ...(rest.length === 0
      ? {}
      : { more_templates: { n: rest.length, lines: rest.reduce((sum, row) => sum + row.n, 0) } }),
  }
}

function countOf(counted: Map<Group, Counted>, group: Group): Counted {
  const known = counted.get(group)
  if (known !== undefined) return known
  const made = { n: 0, before: 0, times: [], severities: new Set<string>(), sample: '' }
  counted.set(group, made)
  return made
}
