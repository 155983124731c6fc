import { z } from 'zod'
import { type Knowledge, MAX_NOTE_TEXT } from '../../knowledge/index.ts'
import { ToolFault } from '../error.ts'
import type { Tool } from '../types.ts'
import { parseMemory, sealMemory, toMemorySchema } from './read.ts'

const INPUT = z.strictObject({
  kind: z.enum(['quirk', 'note']).default('quirk'),
  text: z.string().min(1).max(MAX_NOTE_TEXT),
})

// What a model would have others know: it is told to nobody until a person accepts it.
export function createProposeTool(knowledge: Knowledge, now: () => number): Tool {
  return Object.freeze({
    name: 'knowledge_propose',
    title: 'Propose a quirk or note',
    description:
      'Proposes a lasting quirk or note about this environment; shown only once a person accepts it.',
    when: ['remember this', 'write down', 'known quirk'],
    tier: 'metadata',
    inputSchema: toMemorySchema(INPUT),
    needs: null,
    async run(written, { principal, investigation }) {
      const args = parseMemory(INPUT, written, now())
      const row = await knowledge.propose({ principal, author: 'model', investigation, ...args.input })
      if (row === null)
        throw new ToolFault({
          code: 'too_many_proposals',
          message: 'too many proposals wait for a person already',
          retryable: false,
          fix: 'have a person run `vedette knowledge list` and decide them',
        })
      return sealMemory({
        tool: 'knowledge_propose',
        connector: 'control_plane',
        args,
        now: now(),
        items: 1,
        body: {
          proposal: row.id,
          state: row.state,
          how: `a person accepts it: vedette knowledge accept ${row.id}`,
        },
      })
    },
  } satisfies Tool)
}
