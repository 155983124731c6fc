import { principal, toolContext } from '../../../testing/fakes.ts'
import { createWorld, type RecordedWorld, type World } from '../../../testing/world.ts'
import type { ToolContext } from '../../tools/types.ts'
import { type Composite, createCompositeTool } from '../define-composite.ts'

// An answer as a client reads it.
export type Answer = Readonly<Record<string, unknown>> &
  Readonly<{
    visibility: string
    verdict?: Readonly<{
      code: string | null
      covers: readonly string[]
      not_covered: readonly string[]
      withheld_because: readonly Readonly<{ operation?: string; state: string }>[]
    }>
  }>

export type Asking = Readonly<{
  world: RecordedWorld
  args?: Readonly<Record<string, unknown>>
  context?: Partial<ToolContext>
}>

// Asks a composite of a recorded world; also gives the world, which remembers what it was asked.
export async function askComposite(
  composite: Composite,
  { world, args = {}, context = {} }: Asking,
): Promise<Readonly<{ answer: Answer; world: World; text: string }>> {
  const made = createWorld(world)
  const tool = createCompositeTool(composite, made)
  const result = await tool.run(args, toolContext({ principal: principal(), ...context }))
  if (result.kind === 'error') throw new TypeError(result.error.message)
  return { answer: JSON.parse(result.text) as Answer, world: made, text: result.text }
}

// The rows of a list, which stands as a table where it is long and uniform.
export function rowsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value
  const { cols, rows } = value as Readonly<{ cols: readonly string[]; rows: readonly (readonly unknown[])[] }>
  return rows.map((row) => Object.fromEntries(cols.map((col, index) => [col, row[index]])))
}
