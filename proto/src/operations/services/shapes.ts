import { z } from 'zod'
import { maybe } from '../values.ts'

// One service of a catalogue, as its owners registered it.
export const catalogRow = z.object({
  id: z.string(),
  name: z.string(),
  description: maybe.freeText,
  team: maybe.text,
  // As the organisation names it: 1, critical, gold.
  tier: maybe.text,
  lifecycle: maybe.text,
  language: maybe.text,
  // What the incident system says of it now; null in a catalogue that does not know.
  state: z.enum(['ok', 'warning', 'critical', 'maintenance', 'disabled', 'unknown']).nullable(),
  tags: maybe.tags,
  url: maybe.url,
})
