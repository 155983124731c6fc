import { joinTerms, quote, term } from './query.ts'
import type { Event } from './tracks.ts'
import { dig, digNumber, digText, toTime } from './values.ts'

const STATES = Object.freeze({
  success: 'succeeded',
  error: 'failed',
  canceled: 'cancelled',
  skipped: 'skipped',
  blocked: 'waiting',
  running: 'running',
} as const)

// Terms that name pipelines of a repository, by its name or its full address.
export function toPipelineQuery(repo: string, more: readonly string[] = [], level = 'pipeline'): string {
  return joinTerms([
    `ci_level:${level}`,
    `(@git.repository.name:${quote(repo)} OR @git.repository.id:${quote(repo)})`,
    ...more,
  ])
}

// Terms of a run by what the caller may give.
export function toRunTerms(
  asked: Readonly<Record<'branch' | 'workflow' | 'commit', string | undefined>>,
): readonly string[] {
  return [
    ...term('@git.branch', asked.branch),
    ...term('@ci.pipeline.name', asked.workflow),
    ...term('@git.commit.sha', asked.commit),
  ]
}

// The state of a run or job; a word that is not known is no success.
export function toState(word: string | null) {
  return word !== null && Object.hasOwn(STATES, word)
    ? STATES[word as keyof typeof STATES]
    : ('unknown' as const) // just checked
}

// One run as its event tells it.
export function toRun({ id, attributes }: Event) {
  const own = attributes.attributes
  const nanoseconds = digNumber(own, 'duration')
  const start = dig(own, 'start')
  const begun = toTime(start)
  const ended =
    typeof start === 'number' && nanoseconds !== null && start > 1e17 ? toTime(start + nanoseconds) : null
  return {
    id: digText(own, 'ci', 'pipeline', 'id') ?? id,
    name: digText(own, 'ci', 'pipeline', 'name'),
    number: digNumber(own, 'ci', 'pipeline', 'number'),
    attempt: null,
    state: toState(digText(own, 'ci', 'status')),
    event: null,
    branch: digText(own, 'git', 'branch'),
    commit: digText(own, 'git', 'commit', 'sha'),
    title: digText(own, 'git', 'commit', 'message'),
    by: digText(own, 'git', 'commit', 'author', 'name'),
    created_at: begun ?? toTime(attributes.timestamp) ?? '',
    started_at: begun,
    finished_at: ended,
    duration_s: nanoseconds === null ? null : nanoseconds / 1e9,
    url: digText(own, 'ci', 'pipeline', 'url'),
  }
}
