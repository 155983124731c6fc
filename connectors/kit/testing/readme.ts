import type { Connector } from '@vedette/proto/connector'

// Headings of a connector's README, in their order.
export const README_HEADINGS = Object.freeze([
  'What it reads',
  'Configure',
  'Least permissions',
  'Probe',
  'Operations',
  'Limits',
  'Redaction',
] as const)

// The Operations section as it must stand in the README: one row per served operation, by id.
export function renderOperations(connector: Connector): string {
  const rows = connector.operations
    .map(({ operation, tier }) => `| \`${operation.id}\` | ${operation.title} | ${tier ?? operation.tier} |`)
    .sort()
  return ['| operation | title | tier |', '|---|---|---|', ...rows].join('\n')
}

// The level-two sections of a README, in order.
export function readSections(markdown: string): ReadonlyMap<string, string> {
  const sections = markdown.split(/^## /m).slice(1)
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n')
      return [section.slice(0, end).trim(), section.slice(end + 1).trim()]
    }),
  )
}
