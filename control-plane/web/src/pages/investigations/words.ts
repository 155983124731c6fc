import type { InvestigationDetail } from '../../api/index.ts'
import type { ToneName } from '../../parts/tone.tsx'

type Step = InvestigationDetail['timeline'][number]

// What a call of a timeline saw. A word that is not here is never good news.
const SEEN: Readonly<Record<string, Readonly<{ tone: ToneName; text: string }>>> = Object.freeze({
  full: { tone: 'good', text: 'full' },
  partial: { tone: 'warn', text: 'partial: some of it was not seen' },
  none: { tone: 'bad', text: 'none: nothing was seen' },
})
const UNKNOWN = { tone: 'bad', text: 'unknown' } as const

// The word for a call; one that failed never saw all of it.
export function toSeen({ visibility, error }: Pick<Step, 'visibility'> & Readonly<{ error?: string }>) {
  const seen = SEEN[String(visibility)]
  if (error === undefined) return seen ?? UNKNOWN
  const text = seen === undefined || visibility === 'full' ? 'failed' : seen.text
  return { tone: 'bad', text: `${text} (${error})` } as const
}

// The address of a link that a page may point at: http or https without credentials; null for everything else.
export function toSafeUrl(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return url.username === '' && url.password === '' ? url.href : null
}

// `k8s.pods.list by kubernetes: read at 3`.
export function describeSource({ operation, connector, state, n }: Step['sources'][number]): string {
  return `${operation} by ${connector}: ${state}${n === 1 ? '' : ` at ${n}`}`
}
