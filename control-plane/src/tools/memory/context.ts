import { z } from 'zod'
import { toTitle } from '../../investigations/index.ts'
import type { Fact } from '../../knowledge/index.ts'
import { ToolFault } from '../error.ts'
import type { Tool } from '../types.ts'
import { CONTEXT_TOOL } from './names.ts'
import { parseMemory, sealMemory, toMemorySchema } from './read.ts'
import { type Memory, UNKNOWN_INVESTIGATION } from './threads.ts'
import { type FactRights, scopeTextOf, visibleFacts } from './topology.ts'

const INPUT = z.strictObject({
  title: z.string().min(1).max(120).optional().describe('Begins a new investigation of this title'),
})
const MAX_FACTS = 5_000
const MAX_NOTES = 100
const HOW =
  'give investigation (to go on with it from elsewhere) and purpose with any call; cite calls of investigations_get as evidence'

// What a conversation starts with: its thread, how things hang together, and what people said of this place.
export function createContextTool(memory: Memory, rights: FactRights): Tool {
  const { investigations, knowledge } = memory
  return Object.freeze({
    name: CONTEXT_TOOL,
    title: 'Context',
    description:
      'Opens or continues an investigation (give investigation to continue one) and returns its id, a topology summary, quirks and notes.',
    when: ['start', 'begin an investigation', 'continue an investigation', 'what is known here', 'quirks'],
    tier: 'metadata',
    inputSchema: toMemorySchema(INPUT),
    needs: null,
    async run(written, { principal, investigation, client = 'api' }) {
      const now = rights.now()
      const args = parseMemory(INPUT, written, now)
      const { title } = args.input
      const id =
        title === undefined && investigation !== undefined
          ? investigation
          : await investigations.open(principal, {
              client,
              title: toTitle(title ?? 'Context'),
              titled_by: title === undefined ? null : 'model',
            })
      const [thread, all, notes] = await Promise.all([
        investigations.read(principal, id),
        knowledge.facts(principal, { limit: MAX_FACTS }),
        knowledge.notes(principal, { state: 'accepted', limit: MAX_NOTES }),
      ])
      if (thread === null) throw new ToolFault(UNKNOWN_INVESTIGATION)
      const { facts, denied } = visibleFacts(all, principal, rights)
      const stale = facts.filter((fact) => fact.stale)
      const textsOf = (kind: 'quirk' | 'note') => notes.filter((note) => note.kind === kind).map(toText)
      const newest = Math.max(0, ...stale.map((fact) => fact.seen_at))
      return sealMemory({
        tool: CONTEXT_TOOL,
        connector: 'knowledge',
        args,
        now,
        items: facts.length + notes.length + 1,
        ...(stale.length === facts.length && stale.length > 0 ? { stale_since: newest } : {}),
        body: {
          investigation: id,
          how: HOW,
          calls: thread.row.calls,
          ...(denied === 0 ? {} : { withheld_by_policy: denied }),
          untrusted: {
            title: thread.row.title,
            topology: toSummary(facts),
            quirks: textsOf('quirk'),
            notes: textsOf('note'),
          },
        },
      })
    },
  } satisfies Tool)
}

function toText({
  text,
  created_at,
  author,
}: Readonly<{ text: string; created_at: number; author: string }>) {
  return { text, since: new Date(created_at).toISOString(), author }
}

// Relations that were seen, by scope and kind; more may exist, so every number is a lower bound.
function toSummary(facts: readonly Fact[]) {
  const groups = Map.groupBy(facts, (fact) => JSON.stringify([scopeTextOf(fact), fact.kind]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const ages = group.map((fact) => fact.age_ms)
    return [
      {
        scope: scopeTextOf(first),
        relation: first.kind,
        at_least: group.length,
        stale: group.filter((fact) => fact.stale).length,
        newest_age_seconds: Math.round(Math.min(...ages) / 1000),
        oldest_age_seconds: Math.round(Math.max(...ages) / 1000),
      },
    ]
  })
}
