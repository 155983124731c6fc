import type { CatalogItem } from '../../api/index.ts'
import type { ToneName } from '../../parts/tone.tsx'

type Standing = CatalogItem['standing']

// How a tool stands here, in words; in the order of the filter.
export const STANDINGS: Readonly<Record<Standing, Readonly<{ tone: ToneName; text: string }>>> =
  Object.freeze({
    served: { tone: 'good', text: 'served here' },
    possible: { tone: 'warn', text: 'perhaps served: not every agent has reported' },
    denied: { tone: 'bad', text: 'denied here' },
    missing: { tone: 'plain', text: 'not here' },
    own: { tone: 'plain', text: 'always here' },
  })

// What a call of this session would meet, where that is not simply an answer.
export const ADMISSIONS: Readonly<Record<CatalogItem['admission'], string | null>> = Object.freeze({
  runs: null,
  asks: 'asks a person first',
  not_offered: 'not offered in the mode of this token',
  outside: 'outside the families and tiers of this token',
})

// One sentence on why a tool is not here, or what would bring it.
export function toWhy({ why, connect, standing }: CatalogItem): string {
  if (why.length > 0 && why.every(({ state }) => state === 'not_configured'))
    return connect.length === 0 ? 'no connector serves it' : `connecting ${connect.join(' or ')} would add it`
  const said = why.map(({ state, detail, places }) => {
    const word = detail === null ? state : `${state} (${detail})`
    return places === 1 ? word : `${word} at ${places} places`
  })
  return said.length === 0 && standing === 'missing' ? 'nobody serves it' : said.join(', ')
}
