import type { CallContext } from '@vedette/proto/connector'
import { matchVisible } from './match.ts'

export type Line = Readonly<{ number: number; text: string }>

// Lines around one that matches.
const AROUND = 5
const MAX_LINE = 4000

// The lines of a log that were asked for: the last `tail`, of those around a text where one is given. Numbers count from
// the first line of the text.
export function pickLines(
  text: string,
  asked: Readonly<{ tail: number; match?: string | undefined; context: CallContext }>,
): Readonly<{ lines: readonly Line[]; total: number; isShort: boolean }> {
  const all = text.split(/\r?\n/)
  if (all.at(-1) === '') all.pop()
  const rows = all.map((line, index): Line => ({ number: index + 1, text: clean(line) }))
  const { match } = asked
  const near = new Set<number>()
  if (match !== undefined)
    for (const { number, text: line } of rows)
      if (matchVisible(asked.context, line, match))
        for (let at = number - AROUND; at <= number + AROUND; at++) near.add(at)
  const wanted = match === undefined ? rows : rows.filter(({ number }) => near.has(number))
  const lines = wanted.slice(-asked.tail)
  return { lines, total: all.length, isShort: match !== undefined && lines.length < wanted.length }
}

// Without the codes that colour a terminal.
function clean(line: string): string {
  return line.replaceAll(COLOURS, '').slice(0, MAX_LINE)
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]{0,16}[A-Za-z]`, 'g')
