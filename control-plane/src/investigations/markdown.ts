import type { EntryRow, StepRow } from '../store/index.ts'
import type { Investigation } from './types.ts'
import { certaintyOf } from './views.ts'

// Of one value in a line.
const MAX_VALUE = 300

// A thread as Markdown for a ticket or a repository. Names and texts are escaped: none of them becomes a link, a heading
// or markup. What was seen in part, or not at all, is said beside each call.
export function toMarkdown({ row, steps, entries }: Investigation): string {
  const of = (kind: EntryRow['kind']) => entries.filter((entry) => entry.kind === kind)
  const beyond = row.calls - steps.length
  return [
    `# ${escapeText(row.title)}`,
    '',
    `Investigation ${row.id}, opened ${toTime(row.opened_at)}, last used ${toTime(row.last_at)}.`,
    `${row.calls} calls: ${row.partial} saw a part, ${row.none} saw nothing, ${row.errors} failed.`,
    'History of what was asked and answered then; it proves nothing about now.',
    '',
    '## Outcome',
    '',
    row.outcome === null ? 'None was written.' : `${escapeText(row.outcome)} (by a ${row.outcome_by})`,
    '',
    ...toSection('Hypotheses', of('hypothesis'), (entry) => toHypothesis(entry, steps)),
    ...toSection(
      'Notes',
      of('note'),
      (entry) => `${escapeText(entry.text)} (by a ${entry.author}, ${toTime(entry.at)})`,
    ),
    ...toSection(
      'Links',
      of('link'),
      (entry) => `${escapeText(entry.word ?? 'link')}: ${escapeText(entry.text)}`,
    ),
    '## Timeline',
    '',
    ...(steps.length === 0 ? ['No call was kept.'] : steps.map(toLine)),
    ...(beyond > 0 ? [`- ${beyond} later calls were counted and not kept.`] : []),
    '',
  ].join('\n')
}

function toSection(
  title: string,
  entries: readonly EntryRow[],
  write: (entry: EntryRow) => string,
): readonly string[] {
  if (entries.length === 0) return []
  return [`## ${title}`, '', ...entries.map((entry) => `- ${write(entry)}`), '']
}

function toHypothesis(entry: EntryRow, steps: readonly StepRow[]): string {
  const cited = entry.evidence.length === 0 ? '' : `, evidence ${entry.evidence.map(escapeText).join(', ')}`
  const gap = certaintyOf(entry, steps) === 'partial' ? ', on calls that did not see everything' : ''
  return `**${escapeText(entry.word ?? 'open')}**: ${escapeText(entry.text)} (by a ${entry.author}${cited}${gap})`
}

function toLine(step: StepRow): string {
  const { at, title, tool, purpose, visibility, error, took_ms, sources } = step
  const args = JSON.stringify(step.arguments)
  const seen =
    visibility === null ? `failed: ${escapeText(error ?? 'error')}` : `visibility ${escapeText(visibility)}`
  const parts = [
    `${escapeText(title)} (${escapeText(tool)})`,
    ...(purpose === null ? [] : [`for: ${escapeText(purpose)}`]),
    ...(args === '{}' ? [] : [escapeText(args)]),
    `${seen}${visibility !== null && error !== null ? `, ${escapeText(error)}` : ''}`,
    ...(sources.length === 0
      ? []
      : [
          sources
            .map(({ operation, state, n }) => `${escapeText(operation)} ${escapeText(state)} ${n}`)
            .join('; '),
        ]),
    `${took_ms} ms`,
  ]
  return `- ${toTime(at)} ${escapeText(step.call)}: ${parts.join(' · ')}`
}

function escapeText(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  const cut = line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE).toWellFormed()}…` : line
  return cut.replaceAll(/[\\`*_{}[\]<>()#+!|~&]/g, (one) => `\\${one}`).replaceAll('://', ':\\//')
}

function toTime(ms: number): string {
  return new Date(ms).toISOString()
}
