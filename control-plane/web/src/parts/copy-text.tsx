import { Button } from '@mantine/core'
import { useState } from 'react'

type Props = Readonly<{
  // What it is, as in "Copy the join token".
  what: string
  text: string
}>

const SAYS = Object.freeze({ idle: 'Copy', copied: 'Copied', refused: 'Select and copy by hand' })

// A text to take along, with a button that copies it; where the browser forbids that, it says so.
export function CopyText({ what, text }: Props) {
  const [state, setState] = useState<keyof typeof SAYS>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  return (
    <div className="copy">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <Button variant="default" size="xs" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        {SAYS[state]}
      </Button>
      <span role="status" className="quiet">
        {state === 'copied' ? `Copied ${what}.` : ''}
      </span>
    </div>
  )
}
