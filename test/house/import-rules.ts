import { posix } from 'node:path'
import { isTestFile, type RepositoryFile } from './repository.ts'
import { findImports } from './scan.ts'

/** A broken rule: where, and what with the reason why the rule exists. */
export type Breach = { readonly path: string; readonly line: number; readonly message: string }

type Zone = {
  readonly name: string
  readonly holds: RegExp
  // Specifiers after resolving: a path from the root for relative ones, else the text as it stands.
  readonly may: readonly RegExp[]
  readonly why: string
}

// A package from the registry: no part of Node, of this house or of its folders.
const NPM = /^(?!node:|@vedette\/|(?:proto|connectors|agent|control-plane|test)\/)[@\w]/
const PROTO = /^@vedette\/proto\//

// The first zone that holds a file rules it; the table is that of the house, row by row.
const ZONES: readonly Zone[] = [
  {
    name: 'proto/visibility',
    holds: /^proto\/src\/visibility\//,
    may: [/^proto\/src\/visibility\//],
    why: 'the law of answers must be readable and provable alone: it imports nothing',
  },
  {
    name: 'proto/health',
    holds: /^proto\/src\/health\//,
    may: [/^proto\/src\/health\//],
    why: 'the five health words mean the same to every part only while they depend on none: it imports nothing',
  },
  {
    name: 'proto',
    holds: /^proto\//,
    may: [/^proto\//, /^zod$/],
    why: 'the agreement between all parts is pure: zod and its own rooms, no Node, no bus, no vendor',
  },
  {
    name: 'the connector registry',
    holds: /^connectors\/registry\.ts$/,
    may: [/^connectors\/[\w-]+\/index\.ts$/, PROTO],
    why: 'the registry is one written-out list of connectors and nothing else',
  },
  {
    name: 'connectors/kit',
    holds: /^connectors\/kit\//,
    may: [/^connectors\/kit\//, PROTO, /^zod$/, /^node:/],
    why: 'the kit is vendor-free plumbing: a vendor in it would reach every connector',
  },
  {
    name: 'control-plane/cli/bootstrap',
    holds: /^control-plane\/cli\/bootstrap\//,
    may: [/^control-plane\/cli\/bootstrap\//, /^node:/],
    why: 'it runs before anything is installed, under the system Node: only node: and itself exist then',
  },
  {
    name: 'test/kit/setup',
    holds: /^test\/kit\/setup\//,
    may: [/^control-plane\/cli\/bootstrap\//, /^test\/kit\/setup\//, /^node:/],
    why: 'it runs before anything is installed, under the system Node: only node: and the bootstrap exist then',
  },
  {
    name: 'agent',
    holds: /^agent\//,
    may: [/^agent\//, PROTO, /^@vedette\/connectors\/registry$/, /^node:/, NPM],
    why: 'the agent knows connectors only by the registry and never the control plane: it trusts it only to ask',
  },
  {
    name: 'control-plane/web/src/api/types.ts',
    holds: /^control-plane\/web\/src\/api\/types\.ts$/,
    may: [/^control-plane\/src\/http\/(?:api|memory)-types\.ts$/],
    why: 'it is the one place where pages meet the types of the server, and holds nothing else',
  },
  {
    name: 'control-plane/web',
    holds: /^control-plane\/web\/(?!.*\.config\.)/,
    may: [/^control-plane\/web\//, PROTO, NPM],
    why: 'pages run in a browser: no Node, no server code but the types of the API in src/api/types.ts',
  },
  {
    name: 'control-plane',
    holds: /^control-plane\//,
    may: [/^control-plane\//, PROTO, /^node:/, NPM],
    why: 'the control plane must serve any agent from the agreement alone: no connector, nothing of the agent',
  },
]

const TEST_EXTRAS = [/^node:/, /^fast-check$/, /^@vedette\/test\/kit$/]
const CONNECTOR = /^connectors\/([\w-]+)\//

// Libraries that parse a query language are no vendor SDK and open no socket; they have a file of their own.
const QUERY_PARSERS = /^(@prometheus-io\/lezer-promql|@grafana\/lezer-logql|@lezer\/[\w-]+|libpg-query)$/

/** Every import of one file that the house's table of who may import whom forbids. */
export function findImportBreaches({ path, text }: RepositoryFile): Breach[] {
  const zone = findZone(path)
  if (zone === undefined) return []
  const may = isTestFile(path) ? [...zone.may, ...TEST_EXTRAS] : zone.may
  return findImports(text).flatMap(({ specifier, line }) => {
    const target = resolveSpecifier(path, specifier)
    if (may.some((pattern) => pattern.test(target))) return []
    const message = `${zone.name} may not import ${specifier}, because ${zone.why}`
    return [{ path, line, message }]
  })
}

/** A relative specifier as a path from the root; any other as it stands. */
export function resolveSpecifier(path: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier
}

function findZone(path: string): Zone | undefined {
  const fixed = ZONES.find((zone) => zone.holds.test(path))
  const connector = CONNECTOR.exec(path)?.[1]
  return fixed ?? (connector === undefined ? undefined : createConnectorZone(connector, path))
}

function createConnectorZone(name: string, path: string): Zone {
  const file = path.slice(`connectors/${name}/`.length)
  const may = [
    new RegExp(`^connectors/${name}/`),
    /^connectors\/kit\//,
    /^@vedette\/connectors\/kit(\/testing)?$/,
  ]
  may.push(PROTO, /^zod$/)
  if (name === 'host') may.push(/^node:/)
  if (file === 'client.ts' || isTestFile(path)) may.push(NPM)
  // A connector that is handed others is tested with those that it is handed.
  if (isTestFile(path)) may.push(/^@vedette\/connectors\/registry$/)
  if (/^(promql|logql|sql)(\/[\w-]+)?\.ts$/.test(file)) may.push(QUERY_PARSERS)
  return {
    name: `connectors/${name}${file === 'client.ts' ? '/client.ts' : ''}`,
    holds: CONNECTOR,
    may,
    why:
      'a connector is one folder over the agreement and the kit: its vendor SDK stands behind client.ts alone, ' +
      'and other connectors, the agent, the control plane and the bus are not its business',
  }
}
