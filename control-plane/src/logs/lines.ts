import type { logsSearch } from '@vedette/proto/operations'
import { hasEffect, isReadClass, type Outcome, type Source, seen, unseen } from '@vedette/proto/visibility'
import type { z } from 'zod'
import type { ReadResult } from '../dispatch/types.ts'

type LogLine = z.output<typeof logsSearch.output>['lines'][number]

// A line with the instance that gave it, and when it was written (epoch milliseconds; null where it has no time).
export type Line = Readonly<{ line: LogLine; instance: string; agent: string | null; at: number | null }>

// Lines of every instance that counts, the newest first.
export function linesOf(read: ReadResult): readonly Line[] {
  const lines = read.instances.flatMap((one): readonly Line[] => {
    const { outcome } = one
    if (!outcome.seen || outcome.sources.every((source) => source.covered === true)) return []
    // Checked against the operation's output when it arrived.
    const { lines: own } = outcome.value as z.output<typeof logsSearch.output>
    return own.map((line) => ({ line, instance: one.instance, agent: one.agent_name, at: parse(line.at) }))
  })
  return lines.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
}

export function sourcesOf(read: ReadResult): readonly Source[] {
  return read.instances.flatMap((one) => one.outcome.sources)
}

// Every planned source was read to the end of the window.
export function isWhole(read: ReadResult): boolean {
  const sources = sourcesOf(read)
  return sources.some(({ state }) => isReadClass(state)) && !sources.some((source) => hasEffect(source, 'P'))
}

// A first page of many is a cut where lines are counted or folded. `question` tells this read from others.
export function markPages(read: ReadResult, question: string): ReadResult {
  const mark = (source: Source): Source => {
    const own = { ...source, question }
    if (source.state !== 'read' || source.cursor === undefined) return own
    return { ...own, state: 'truncated', cap: 'page', at_least: source.items ?? 0 }
  }
  const markAll = (outcome: Outcome<unknown>) =>
    outcome.seen ? seen(outcome.value, outcome.sources.map(mark)) : unseen(outcome.sources.map(mark))
  const instances = read.instances.map((one) => ({ ...one, outcome: markAll(one.outcome) }))
  return { request: read.request, instances }
}

// How many there are: at least so many where something was cut or unseen, and null instead of zero.
export function countLines(n: number, whole: boolean): number | Readonly<{ at_least: number }> | null {
  if (whole) return n
  return n > 0 ? { at_least: n } : null
}

const CONTINUES =
  /^(?:\s+at\s|\s*\.{3}\s*\d+\s+more|Caused by:|Suppressed:|\s+File "|Traceback \(most recent|\s{2,}\S|\t|goroutine \d+ \[|During handling of the above|The above exception was)/

export type FoldedLine = Line & Readonly<{ trace: readonly string[] }>

// Lines of a stack trace fold into the line above them, of the same stream; in and out the newest first.
export function foldTraces(lines: readonly Line[]): readonly FoldedLine[] {
  const open = new Map<string, { head: Line; trace: string[] }>()
  const folded: { head: Line; trace: string[] }[] = []
  for (const one of lines.toReversed()) {
    const { host, source, workload, message } = one.line
    const stream = JSON.stringify([one.agent, one.instance, source, host, workload])
    const above = open.get(stream)
    if (above !== undefined && CONTINUES.test(message)) {
      above.trace.push(message)
      continue
    }
    const [, ...rest] = message.split('\n')
    const made = { head: one, trace: rest.filter((text) => text.trim() !== '') }
    open.set(stream, made)
    folded.push(made)
  }
  return folded.reverse().map(({ head, trace }) => ({ ...head, trace }))
}

const MESSAGE_MAX = 500

// A folded line as answers show it: what is left out of a trace is counted, and its causes stay.
export function showLine({ line, agent, instance, trace }: FoldedLine) {
  const { at, severity, message, service, workload, host, trace_id, id, source } = line
  const causes = trace
    .filter((text) => /^\s*(?:Caused by:|[\w.]+(?:Error|Exception)\b)/.test(text))
    .slice(0, 3)
  const first = message.split('\n', 1)[0] ?? ''
  const isCut = line.cut === true || first.length > MESSAGE_MAX
  const named = { severity, service, workload, host, source, trace_id, id }
  return {
    at,
    message: first.length > MESSAGE_MAX ? first.slice(0, MESSAGE_MAX).toWellFormed() : first,
    ...(isCut ? { message_cut: true } : {}),
    ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== null)),
    ...(trace.length === 0 ? {} : { trace_lines: trace.length }),
    ...(causes.length === 0 ? {} : { causes: causes.map((text) => text.trim().slice(0, 300)) }),
    from: agent === null ? instance : `${agent}/${instance}`,
  }
}

function parse(text: string): number | null {
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at
}
