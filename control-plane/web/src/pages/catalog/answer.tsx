import { lazy, Suspense, useMemo } from 'react'
import { Tone, type ToneName } from '../../parts/tone.tsx'
import { findSeries } from './find-series.ts'
import { readAnswer } from './read-answer.ts'

// Drawn at once; the others stand in the text below.
const MOST_CHARTS = 12

const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }))

const SEEN: Readonly<Record<string, Readonly<{ tone: ToneName; text: string }>>> = Object.freeze({
  full: { tone: 'good', text: 'Every planned source answered for its whole scope.' },
  partial: { tone: 'warn', text: 'Some sources answered, others did not.' },
  none: { tone: 'bad', text: 'Nothing was read: this answer proves nothing.' },
})
const UNKNOWN = { tone: 'bad', text: 'This page does not know how much was seen.' } as const

// A sealed answer: what was seen first, then its series drawn, then all of it as it came.
export function Answer({ answer }: Readonly<{ answer: unknown }>) {
  const { visibility, line, error, unread, waits } = useMemo(() => readAnswer(answer), [answer])
  const series = useMemo(() => findSeries(answer), [answer])
  const { tone, text } = SEEN[visibility] ?? UNKNOWN
  return (
    <section aria-label="Answer">
      <h3>Answer</h3>
      <p data-tone={tone} className="verdict">
        {visibility}: {text}
      </p>
      {line === null ? null : <p>{line}</p>}
      {error === null ? null : <p className="problem">{error}</p>}
      {waits === null ? null : <p className="problem">{waits}</p>}
      {unread.length === 0 ? null : (
        <>
          <p>Not read:</p>
          <ul>
            {unread.map((one) => (
              <li key={one}>
                <Tone tone="bad">{one}</Tone>
              </li>
            ))}
          </ul>
        </>
      )}
      <Suspense fallback={<p className="quiet">Drawing ...</p>}>
        {series.slice(0, MOST_CHARTS).map((one) => (
          <Chart key={one.key} series={one} />
        ))}
      </Suspense>
      {series.length > MOST_CHARTS ? (
        <p>{series.length - MOST_CHARTS} more series are not drawn; they stand in the text below.</p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="answer-text">
        {JSON.stringify(answer, null, 2)}
      </pre>
    </section>
  )
}
