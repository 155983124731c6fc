import type { Actions } from '@vedette/control-plane/approvals'
import { createCompositeTools } from '@vedette/control-plane/composites'
import { createLogTools } from '@vedette/control-plane/logs'
import { toListedTool } from '@vedette/control-plane/mcp'
import { createResultTools, type ResultSets } from '@vedette/control-plane/results'
import { createRunbooks, createRunbooksTool } from '@vedette/control-plane/runbooks'
import { createToolSurface, type Memory, type SurfaceOptions } from '@vedette/control-plane/tools'
import { systemClock } from '@vedette/proto/clock'

// A generated file: its path from the root of the repository, and its whole text.
export type Generated = Readonly<{ path: string; text: string }>

// Every tool of the product, over a fleet without agents.
export function createEveryTool() {
  const fleet = {
    agents: () => [],
    knowledge: () => 'known' as const,
    blind: () => false,
    onEvent: () => () => {},
    resolveDispute: async () => {},
  }
  const dispatch = async () => []
  const surface = createToolSurface({
    fleet,
    dispatch,
    store: { audit: { append: async () => ({ written: Promise.resolve(true) }) } },
    clock: systemClock,
    ...createEveryPart({ fleet, dispatch }),
  })
  surface.close()
  return surface.all
}

// What a surface over this fleet needs so that it has every tool of the product.
export function createEveryPart({ fleet, dispatch }: Pick<SurfaceOptions, 'fleet' | 'dispatch'>) {
  const clock = systemClock
  return {
    actions: createNoActions(),
    memory: createNoMemory(),
    extraTools: [
      ...createCompositeTools({ fleet, dispatch, clock }),
      ...createResultTools({ results: createNoResults(), now: () => 0 }),
      ...createLogTools({ fleet, dispatch, clock, zoneOf: () => 'UTC' }),
      createRunbooksTool({ runbooks: createRunbooks({}), now: () => 0 }),
    ],
  } satisfies Partial<SurfaceOptions>
}

// Nothing is asked of it: it stands for what a control plane always has, so that its tools are listed.
function createNoActions(): Actions {
  const unused = () => {
    throw new TypeError('a catalogue runs nothing')
  }
  return {
    collect: unused,
    watching: unused,
    wasRead: unused,
    preview: unused,
    open: unused,
    find: unused,
    list: unused,
    findToDecide: unused,
    listToDecide: unused,
    decide: unused,
    run: unused,
  }
}

function createNoResults(): ResultSets {
  const unused = () => {
    throw new TypeError('a catalogue keeps nothing')
  }
  return { keep: unused, find: unused }
}

// The same for what is remembered.
function createNoMemory(): Memory {
  const unused = () => {
    throw new TypeError('a catalogue remembers nothing')
  }
  return {
    investigations: {
      follow: unused,
      open: unused,
      record: unused,
      list: unused,
      read: unused,
      rename: unused,
      conclude: unused,
      addNote: unused,
      addLink: unused,
      setHypothesis: unused,
      close: unused,
    },
    knowledge: {
      learning: unused,
      facts: unused,
      notes: unused,
      propose: unused,
      decide: unused,
      settled: unused,
      close: unused,
    },
  }
}

// The tool catalogue as tools/list sends it, one tool a line.
export function generate(): readonly Generated[] {
  const lines = createEveryTool().map((tool) => JSON.stringify(toListedTool(tool)))
  return [{ path: 'test/golden/tools.golden.json', text: `[\n${lines.join(',\n')}\n]\n` }]
}
