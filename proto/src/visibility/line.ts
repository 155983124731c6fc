import { type Classes, isNotConfigured } from './classes.ts'
import type { Fold } from './fold.ts'
import { compareText, distinctSources, scopeLabel, toPlainName } from './keys.ts'
import { conditionOf } from './phrases.ts'
import type { Source } from './source.ts'

export type LineFacts = Readonly<{
  // Epoch milliseconds, for "offline for 4 min".
  now: number
  // How people call the place a source looks at; by default its scope, else its agent, else its connector.
  nameOf?: (source: Source) => string
}>

type Gap = Readonly<{ condition: string; places: readonly string[]; nouns: readonly string[]; rank: number }>

const MAX_GAPS = 3
const MAX_CHARACTERS = 400

export type Line = ReturnType<typeof createLine>

// The one sentence of an answer, written here from closed words, operation ids, numbers and names that people typed.
export function createLine({ isBlind, isCannotAsk }: Classes, { gapsOf, visibilityOf }: Fold) {
  // What could hide in the gaps ("prod-eu-3 offline for 4 min: its pods are unknown"), worst first, at most 400
  // characters; null when there is no gap. `why` of a source is used only from the closed list.
  function lineOf(sources: readonly Source[], { now, nameOf = placeOf }: LineFacts): string | null {
    const gaps = toGaps(gapsOf(distinctSources(sources)), now, nameOf)
    if (gaps.length === 0)
      return visibilityOf(sources) === 'none' ? 'Nothing was asked, so nothing is known.' : null
    const told = gaps.slice(0, MAX_GAPS).map(toClause)
    const rest = gaps.length - told.length
    const line = `${told.join('; ')}${rest > 0 ? `; and ${rest} more gap${rest > 1 ? 's' : ''}` : ''}.`
    return line.length <= MAX_CHARACTERS ? line : `${line.slice(0, MAX_CHARACTERS - 1)}…`
  }

  function toGaps(
    sources: readonly Source[],
    now: number,
    nameOf: (source: Source) => string,
  ): readonly Gap[] {
    const byPlace = Map.groupBy(sources, (source) =>
      JSON.stringify([source.state, toPlainName(nameOf(source))]),
    )
    const perPlace = [...byPlace.values()].flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const nouns = [...new Set(group.map((source) => nounOf(source.operation)))].sort(compareText)
      const { state } = first
      return [{ state, group, nouns, place: toPlainName(nameOf(first)) }]
    })
    const alike = Map.groupBy(perPlace, ({ state, nouns }) => JSON.stringify([state, nouns]))
    const gaps = [...alike.values()].flatMap((group): Gap[] => {
      const [first] = group
      if (first === undefined) return []
      const all = group.flatMap((one) => one.group)
      const places = group.map((one) => one.place).filter((place) => place !== '')
      return [
        { condition: conditionOf(first.state, all, now), places, nouns: first.nouns, rank: rankOf(all) },
      ]
    })
    return gaps.sort(
      (a, b) =>
        a.rank - b.rank ||
        b.places.length - a.places.length ||
        compareText(a.places[0] ?? '', b.places[0] ?? ''),
    )
  }

  // The worst source of a gap decides: blind before what could not be asked, before what was read in part; what is
  // known to be missing for good comes last, and what only adds detail after all that could change the answer.
  function rankOf(sources: readonly Source[]): number {
    return Math.min(...sources.map(rankOfOne))
  }

  function rankOfOne({ role, state }: Source): number {
    const kind = isBlind(state) ? 0 : isNotConfigured(state) ? 3 : isCannotAsk(state) ? 1 : 2
    return (role === 'enriching' ? 4 : 0) + kind
  }

  return { lineOf }
}

// What a probe found (it says since when) is the matter with a backend that proved no scope, not with its machine.
function placeOf({ scope, agent = '', connector, since }: Source): string {
  const label = scopeLabel(scope)
  if (label !== '') return label
  return since !== undefined && agent !== '' ? `${connector} on ${agent}` : agent || connector
}

// What an operation reads, where its id does not say it in the word before the last.
const NOUNS: Readonly<Record<string, string>> = Object.freeze({
  'alerts.active.list': 'active alerts',
  'alerts.coverage.get': 'alert coverage',
  'ci.jobs.logs': 'job logs',
  'cloud.databases.logs': 'database logs',
  'k8s.pods.logs': 'pod logs',
  'k8s.pods.logs_search': 'pod logs',
  'oncall.current.list': 'people on call',
  'services.catalog.get': 'catalogue entries',
  'services.catalog.list': 'catalogue entries',
})

// `k8s.pods.list` -> `pods`: what the operation reads.
function nounOf(operation: string): string {
  const noun = NOUNS[operation] ?? operation.split('.').at(-2) ?? operation
  return toPlainName(noun.replaceAll('_', ' '))
}

function toClause({ condition, places, nouns }: Gap): string {
  const subject = places.length === 0 ? '' : `${toList(places, 3)} `
  const whose = places.length === 0 ? 'the' : places.length === 1 ? 'its' : 'their'
  return `${subject}${condition.replace('{nouns}', `${whose} ${toList(nouns, 3)}`)}`
}

function toList(names: readonly string[], max: number): string {
  const shown = names.length > max + 1 ? names.slice(0, max) : names
  const more = names.length - shown.length
  const words = more > 0 ? [...shown, `${more} more`] : shown
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
