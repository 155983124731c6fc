import { OFFLINE_TICKS } from './state.ts'

// Whether this replica can trust its ears in one organisation. Times in monotonic milliseconds.
export type Blindness = Readonly<{
  // Agents that fell silent lately, or all of the batch that made us blind.
  vanished: ReadonlyMap<string, number>
  since: number | null
  // Whether somebody outside the batch was heard after it.
  heard_other: boolean
}>

export type BlindnessInput =
  | Readonly<{ kind: 'vanished'; agent: string }>
  | Readonly<{ kind: 'heard'; agent: string }>
  | Readonly<{ kind: 'link_lost' }>
  | Readonly<{ kind: 'sweep' }>

// Nobody vanished, all is heard.
export const SEEING: Blindness = Object.freeze({ vanished: new Map(), since: null, heard_other: false })

// Two or more agents that vanish within one tick say more about us than about them: blind, until all but one of them
// are back, or somebody else is heard and an offline period has passed since. A lost link is the same, with everyone.
export function reduceBlindness(
  state: Blindness,
  input: BlindnessInput,
  now: Readonly<{ mono: number; tick_ms: number }>,
): Blindness {
  switch (input.kind) {
    case 'vanished':
      return vanish(state, input.agent, now)
    case 'heard':
      return hear(state, input.agent)
    case 'link_lost':
      return { vanished: new Map(), since: now.mono, heard_other: false }
    case 'sweep':
      return sweep(state, now)
    default:
      return input satisfies never
  }
}

function vanish(
  state: Blindness,
  agent: string,
  { mono, tick_ms }: Readonly<{ mono: number; tick_ms: number }>,
): Blindness {
  const recent = [...state.vanished].filter(([, at]) => state.since !== null || mono - at <= tick_ms)
  const vanished = new Map([...recent, [agent, mono]])
  if (state.since !== null) return { ...state, vanished, since: mono, heard_other: false }
  return { vanished, since: vanished.size >= 2 ? mono : null, heard_other: false }
}

function hear(state: Blindness, agent: string): Blindness {
  if (!state.vanished.has(agent)) {
    if (state.since === null || state.heard_other) return state
    // After a lost link nobody is named: the first voice proves that the ears work again.
    return state.vanished.size === 0 ? SEEING : { ...state, heard_other: true }
  }
  const vanished = new Map(state.vanished)
  vanished.delete(agent)
  return state.since !== null && vanished.size < 2
    ? { vanished, since: null, heard_other: false }
    : { ...state, vanished }
}

function sweep(state: Blindness, { mono, tick_ms }: Readonly<{ mono: number; tick_ms: number }>): Blindness {
  if (state.since === null || mono - state.since <= OFFLINE_TICKS * tick_ms) return state
  return state.heard_other || state.vanished.size === 0 ? SEEING : state
}
