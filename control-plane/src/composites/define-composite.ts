import type { WindowBounds } from '@vedette/proto/operations'
import { gradeOf, type NextCall } from '@vedette/proto/visibility'
import type { z } from 'zod'
import { type SealedAnswer, sealAnswer } from '../answers/index.ts'
import type { Detail, RoutingKey } from '../tools/arguments.ts'
import { parseTaken } from '../tools/arguments.ts'
import { toDescription } from '../tools/description.ts'
import { toTakenSchema } from '../tools/schema.ts'
import type { Needs, Tool, ToolContext } from '../tools/types.ts'
import type { Window } from '../tools/window.ts'
import { toFrame } from './frame.ts'
import { createReader, type Reader, type ReaderParts } from './reader.ts'

// What one call asks for, once every argument has been read.
export type AskedFor<I> = Readonly<{
  input: I
  detail: Detail
  // Epoch milliseconds; null for composites that look at the present.
  window: Readonly<{ from: number; to: number }> | null
}>

// What a run found. The verdict starts at the best of the scale and each finding can only worsen it; whether it is
// given at all is not the run's to say.
export type Findings = Readonly<{
  scale: readonly [string, ...string[]]
  findings: readonly Readonly<{ grade: string }>[]
  body: Readonly<Record<string, unknown>>
  next?: readonly NextCall[]
}>

// A composite: many reads, declared by what they are needed for, and one deterministic answer.
export type Composite<I extends z.ZodObject = z.ZodObject> = Readonly<{
  // The tool's name.
  id: string
  title: string
  describe: string
  when: readonly string[]
  needs: Needs
  input: I
  // Routing arguments that it takes; each read takes those that its scope knows.
  routes: readonly RoutingKey[]
  window?: WindowBounds
  // Reads only what `needs` declares; everything else throws.
  run(reader: Reader, asked: AskedFor<z.output<I>>): Promise<Findings>
}>

export type CompositeParts = ReaderParts & Readonly<{ zoneOf?: (organisation: string) => string }>

const ID = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/

// Freezes a composite's literal. Throws TypeError on a name that is no tool's, or needs that ask for nothing.
export function defineComposite<I extends z.ZodObject>(composite: Composite<I>): Composite {
  const { id, needs, when } = composite
  if (!ID.test(id)) throw new TypeError(`composite ${id} has no tool's name`)
  if (when.length === 0) throw new TypeError(`composite ${id}: when has no search hint`)
  if (needs.grading.length === 0) throw new TypeError(`composite ${id} declares nothing that grades it`)
  // A run sees arguments only after they were parsed by its own schema.
  return Object.freeze(composite) as unknown as Composite
}

// The tool of a composite; name, schema, announcing, accounting and sealing derive from the literal.
export function createCompositeTool(composite: Composite, parts: CompositeParts): Tool {
  return Object.freeze({
    name: composite.id,
    title: composite.title,
    description: toDescription(composite),
    when: composite.when,
    tier: 'read',
    inputSchema: toTakenSchema(composite),
    needs: composite.needs,
    run: (args: Readonly<Record<string, unknown>>, context: ToolContext) =>
      runComposite({ composite, parts, args, context }),
  })
}

type Call = Readonly<{
  composite: Composite
  parts: CompositeParts
  args: Readonly<Record<string, unknown>>
  context: ToolContext
}>

async function runComposite({ composite, parts, args, context }: Call): Promise<SealedAnswer> {
  const { needs, input, routes, window: bounds } = composite
  const zone = parts.zoneOf?.(context.principal.organisation) ?? 'UTC'
  const read = parseTaken({ input, routes, ...(bounds === undefined ? {} : { window: bounds }) }, args, {
    now: parts.clock.now(),
    zone,
  })
  const ledger = createReader({ composite: composite.id, needs, parts, context, routing: read.routing })
  const found = await composite.run(ledger.reader, {
    input: read.input,
    detail: read.detail,
    window: toMillis(read.window),
  })
  const absent = ledger.notFound()
  if (absent !== null) throw absent
  const reads = ledger.results()
  const unasked = ledger.unasked()
  const sources = [...reads.flatMap(({ instances }) => instances.flatMap((one) => one.outcome.sources))]
  const next = found.next ?? []
  return sealAnswer({
    reads,
    sources: unasked,
    body: toFrame({
      body: found.body,
      next,
      evidence: ledger.evidence(),
      sources: [...sources, ...unasked],
    }),
    verdict: gradeOf({
      scale: found.scale,
      outcomes: [{ sources: [...sources, ...unasked] }],
      findings: found.findings,
    }),
    showRan: false,
    next,
    asked: read.asked,
    defaulted: read.defaulted,
    window: read.window,
    detail: read.detail,
    narrow: [...routes, ...(bounds === undefined ? [] : ['a shorter window'])],
    now: parts.clock.now(),
  })
}

function toMillis(window: Window | null): AskedFor<unknown>['window'] {
  return window === null ? null : { from: Date.parse(window.from), to: Date.parse(window.to) }
}
