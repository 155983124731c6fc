import { detectedFields } from './answers.ts'
import type { LokiClient } from './client.ts'
import { askLabels, type Over } from './filters.ts'
import { toNanos } from './times.ts'

const SAMPLE = 1000

// Fields that Loki finds by looking at some of the lines; throws `not_served` where it cannot.
export async function askDetected(client: LokiClient, query: string, { window, context }: Over) {
  const { fields } = await client.ask({
    path: ['detected_fields'],
    query: {
      ...{ query, start: toNanos(window.from), end: toNanos(window.to) },
      ...{ line_limit: `${SAMPLE}`, limit: '1000' },
    },
    schema: detectedFields,
    context,
  })
  return fields ?? []
}

// The stages that make the wanted fields readable: none for labels and structured metadata, else the parser that finds
// them. `unknown` when a field was not seen, or several need different parsers.
export async function findParser(
  client: LokiClient,
  { lines, wanted }: Readonly<{ lines: string; wanted: readonly string[] }>,
  over: Over,
): Promise<Readonly<{ stages: readonly string[] }> | Readonly<{ unknown: string }>> {
  const names = wanted.length === 0 ? [] : (await askLabels(client, over)).names
  const rest = wanted.filter((one) => !names.includes(one) && !client.config.level_labels.includes(one))
  if (rest.length === 0) return { stages: [] }
  const fields = await askDetected(client, lines, over)
  const parsers = new Set<string>()
  for (const name of rest) {
    const field = fields.find(({ label }) => label === name)
    if (field === undefined) return { unknown: 'field_unknown' }
    const [parser] = field.parsers ?? []
    if (parser !== undefined) parsers.add(parser)
  }
  const known = [...parsers].filter((one) => one === 'json' || one === 'logfmt')
  if (known.length !== parsers.size || known.length > 1) return { unknown: 'fields_of_different_parsers' }
  return { stages: known.map((one) => `| ${one}`) }
}
