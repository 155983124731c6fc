import type { ReactNode } from 'react'

// What colour underlines a word; the word itself says it too.
export type ToneName = 'good' | 'warn' | 'bad' | 'plain'

// A word in the colour of its meaning.
export function Tone({ tone, children }: Readonly<{ tone: ToneName; children: ReactNode }>) {
  return <span data-tone={tone}>{children}</span>
}
