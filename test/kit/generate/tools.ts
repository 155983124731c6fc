import { toListedTool } from '@vedette/control-plane/mcp'
import { createToolSurface } from '@vedette/control-plane/tools'
import { systemClock } from '@vedette/proto/clock'

// A generated file: its path from the root of the repository, and its whole text.
export type Generated = Readonly<{ path: string; text: string }>

// The tool catalogue as tools/list sends it, one tool a line.
export function generate(): readonly Generated[] {
  const surface = createToolSurface({
    fleet: {
      agents: () => [],
      knowledge: () => 'known',
      blind: () => false,
      onEvent: () => () => {},
      resolveDispute: async () => {},
    },
    dispatch: async () => [],
    store: { audit: { append: async () => {}, list: async () => [] } },
    clock: systemClock,
  })
  const lines = surface.all.map((tool) => JSON.stringify(toListedTool(tool)))
  surface.close()
  return [{ path: 'test/golden/tools.golden.json', text: `[\n${lines.join(',\n')}\n]\n` }]
}
