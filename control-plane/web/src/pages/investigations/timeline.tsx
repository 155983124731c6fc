import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { InvestigationDetail } from '../../api/index.ts'
import { Time } from '../../parts/time.tsx'
import { Tone } from '../../parts/tone.tsx'
import { describeSource, toSeen } from './words.ts'

type Step = InvestigationDetail['timeline'][number]

const CHOICES = [
  { value: '', label: 'All calls' },
  { value: 'partial', label: 'partial' },
  { value: 'none', label: 'none' },
  { value: 'failed', label: 'failed' },
]

// The calls of a thread in order, with what each saw; those that saw a part or nothing can be shown alone.
export function Timeline({ steps, isWhole }: Readonly<{ steps: readonly Step[]; isWhole: boolean }>) {
  const [wanted, setWanted] = useState('')
  const shown = steps.filter(({ visibility, error }) => {
    if (wanted === 'failed') return error !== undefined
    return wanted === '' || visibility === wanted
  })
  return (
    <section aria-label="Timeline">
      <h3>Timeline</h3>
      <div className="row">
        <NativeSelect
          label="Show"
          data={CHOICES}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <p role="status" className="quiet">
          {shown.length} of {steps.length} calls{isWhole ? '' : ' that were kept'}
        </p>
      </div>
      <ol className="timeline">
        {shown.map((step) => (
          <StepItem key={step.call} step={step} />
        ))}
      </ol>
    </section>
  )
}

function StepItem({ step }: Readonly<{ step: Step }>) {
  const { tone, text } = toSeen(step)
  return (
    <li>
      <Time at={step.at} /> <strong>{step.title || step.tool}</strong> <Tone tone={tone}>{text}</Tone>
      {step.purpose === undefined ? null : <small>For: {step.purpose}</small>}
      <details>
        <summary>
          {step.tool} by {step.by}, {step.took_ms} ms
        </summary>
        <ul>
          {step.sources.map((source) => (
            <li key={`${source.operation} ${source.connector} ${source.state}`}>{describeSource(source)}</li>
          ))}
        </ul>
        {step.sources.length === 0 ? <p className="quiet">No source was asked.</p> : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>{JSON.stringify(step.arguments, null, 2)}</pre>
        <small className="quiet">
          Call <code>{step.call}</code>
        </small>
      </details>
    </li>
  )
}
