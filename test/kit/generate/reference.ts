import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONNECTORS } from '@vedette/connectors/registry'
import { COMPOSITES } from '@vedette/control-plane/composites'
import {
  OPERATIONS,
  type OperationDefinition,
  toToolName,
  type WindowBounds,
} from '@vedette/proto/operations'
import { ROOT } from '../root.ts'
import { createEveryTool, type Generated } from './tools.ts'

const OWN_FLEET = `What one's own fleet serves is less than this: \`list_catalog\` (or \`vedette catalog\`) says of every tool whether it is
served here, denied by policy, or what would have to be connected; \`check_fleet_health\` (or \`vedette fleet\`) says which
connectors work now; \`vedette tools\` lists what this token may call.`

type ServedBy = ReadonlyMap<string, readonly string[]>

// The references of operations and of tools, from their definitions and the connectors that are built in.
export async function generate(): Promise<readonly Generated[]> {
  const version = versionOf('control-plane/package.json')
  return [
    { path: 'proto/OPERATIONS.md', text: toOperations(version, await readServedBy()) },
    { path: 'control-plane/TOOLS.md', text: toTools(version) },
  ]
}

function versionOf(path: string): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { version: string } // our own manifest
  return version
}

// The connectors that are able to serve each operation, by its id.
async function readServedBy(): Promise<ServedBy> {
  const each = await Promise.all(CONNECTORS.map(async ({ id, load }) => ({ id, served: await load() })))
  const pairs = each.flatMap(({ id, served }) => served.operations.map(({ operation }) => [operation.id, id]))
  const groups = Map.groupBy(pairs, ([operation]) => operation ?? '')
  return new Map([...groups].map(([operation, own]) => [operation, own.map(([, id]) => id ?? '').sort()]))
}

function toOperations(version: string, servedBy: ServedBy): string {
  const families = Map.groupBy(
    OPERATIONS.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ({ id }) => id.split('.', 1)[0] ?? id,
  )
  return [
    `# Operations of Vedette ${version}`,
    '',
    `Generated from the definitions in \`src/operations\`; \`npm run generate\` writes this file. ${OPERATIONS.length} operations,`,
    'each read by an agent inside, each a tool of the same name with underscores.',
    '',
    OWN_FLEET,
    '',
    '`proof` is what must hold before zero items may be called empty; without it an empty answer is `unproven`.',
    ...[...families].flatMap(([family, own]) => [
      '',
      `## ${family}`,
      ...own.flatMap((one) => toOperation(one, servedBy)),
    ]),
    '',
  ].join('\n')
}

function toOperation(operation: OperationDefinition, servedBy: ServedBy): readonly string[] {
  const { id, describe, scope, tier, window, freshness, permissions, proof, sensitive } = operation
  const facts = [
    `scope ${scope}`,
    `tier ${tier}`,
    ...(window === undefined ? [] : [toWindow(window)]),
    `shared for ${freshness} s`,
    ...(sensitive === true ? ['often holds personal data or secrets, which are masked'] : []),
  ]
  const vendors = Object.entries(permissions).map(([vendor, needed]) => `${vendor} (${needed.join(', ')})`)
  return [
    '',
    `### ${id}`,
    '',
    describe,
    '',
    `- ${facts.join('; ')}`,
    `- served by: ${servedBy.get(id)?.join(', ') ?? 'no connector of this version'}`,
    `- arguments: ${Object.keys(operation.input.shape).join(', ') || 'none'}`,
    `- least permissions: ${vendors.join('; ') || 'none'}`,
    `- proof: ${proof}`,
  ]
}

function toTools(version: string): string {
  const all = createEveryTool()
  const own = all.filter((tool) => tool.needs === null)
  const composites = new Set(COMPOSITES.map(({ id }) => id))
  const describes = new Map(OPERATIONS.map(({ id, describe }) => [toToolName(id), describe]))
  const folding = all.filter(
    ({ name, needs, description }) =>
      needs !== null && !composites.has(name) && !description.startsWith(describes.get(name) ?? ' '),
  )
  return [
    `# Tools of Vedette ${version}`,
    '',
    'Generated from the definitions; `npm run generate` writes this file.',
    '',
    OWN_FLEET,
    '',
    '## Always there',
    '',
    'They ask no agent and answer with every agent offline.',
    '',
    ...toTable(
      ['tool', 'what it answers'],
      own.map((tool) => [`\`${tool.name}\``, tool.description]),
    ),
    '',
    '## Analyses',
    '',
    'One deadline, many reads, one answer. `input` must be served for the tool to be announced. A verdict is given only',
    'when everything that grades it was seen whole; what is not configured is named in `verdict.not_covered`. Changes',
    'precede or coincide: that one is the cause is never said.',
    ...COMPOSITES.flatMap(({ id, describe, needs, input, routes, window }) => [
      '',
      `### ${id}`,
      '',
      describe,
      '',
      `- arguments: ${[...Object.keys(input.shape), ...routes].join(', ')}`,
      ...(window === undefined ? [] : [`- ${toWindow(window)}`]),
      `- input: ${needs.input === null ? 'none' : `${needs.input_any === true ? 'any of ' : ''}${needs.input.join(', ')}`}`,
      `- grades it: ${needs.grading.join(', ')}`,
      `- adds detail: ${needs.enriching.join(', ') || 'nothing more'}`,
    ]),
    '',
    '## Over one operation',
    '',
    'They read one operation, several times or folded.',
    '',
    ...toTable(
      ['tool', 'what it answers', 'needs'],
      folding.map((tool) => [`\`${tool.name}\``, tool.description, (tool.needs?.input ?? []).join(', ')]),
    ),
    '',
    '## One operation each',
    '',
    'Arguments, permissions and proofs stand in [the reference of operations](../proto/OPERATIONS.md).',
    '',
    ...toTable(
      ['tool', 'title', 'tier'],
      OPERATIONS.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, title, tier }) => [
        `\`${toToolName(id)}\``,
        title,
        tier,
      ]),
    ),
    '',
  ].join('\n')
}

function toWindow({ defaultSeconds, maxSeconds }: WindowBounds): string {
  return `window ${toSpan(defaultSeconds)} by default, ${toSpan(maxSeconds)} at most`
}

function toSpan(seconds: number): string {
  return seconds % 86_400 === 0 ? `${seconds / 86_400} d` : `${seconds / 3600} h`
}

function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)]
}
