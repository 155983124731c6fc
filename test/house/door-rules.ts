import type { Breach } from './import-rules.ts'
import { isTestFile, type RepositoryFile } from './repository.ts'
import { blank, findImports, lineAt } from './scan.ts'

type Door = {
  readonly what: string
  readonly isNamed: (specifier: string) => boolean
  readonly open: RegExp
  readonly why: string
}

type Use = {
  readonly what: string
  readonly pattern: RegExp
  readonly within: RegExp
  readonly open: RegExp
  readonly why: string
}

const DOORS: readonly Door[] = [
  {
    what: 'NATS',
    isNamed: (specifier) => /^(nats|@nats-io\/.+)$/.test(specifier),
    open: /^(agent|control-plane)\/src\/bus\//,
    why: 'only */bus may speak it, so that one place signs, verifies, redacts and counts every message',
  },
  {
    what: 'the MCP SDK',
    isNamed: (specifier) => specifier.startsWith('@modelcontextprotocol/'),
    open: /^(control-plane\/src\/mcp\/|control-plane\/cli\/bridge\/|connectors\/mcp\/client\.ts$)/,
    why: 'only mcp, the bridge and the mcp connector may speak it, so that no answer leaves without its seal',
  },
  {
    what: 'the testing kit',
    isNamed: (specifier) =>
      /^@vedette\/(connectors\/kit\/testing|test\/)/.test(specifier) || /\/kit\/testing\//.test(specifier),
    open: /^connectors\/kit\/testing\//,
    why: 'only tests may load it: a replay server must never answer in production',
  },
  {
    what: 'the timers of Node',
    isNamed: (specifier) => /^node:timers(\/promises)?$/.test(specifier),
    open: /^proto\/src\/clock\/|\/system-clock\.ts$/,
    why: 'time comes only through a passed clock, so that tests can prove deadlines without waiting',
  },
]

// What a template holds is written into somebody else's folder and is theirs from then on.
const PRODUCT =
  /^(proto|connectors|agent|control-plane)\/(?!web\/|cli\/bootstrap\/|cli\/connector\/template\/)/

const USES: readonly Use[] = [
  {
    what: 'process.env',
    pattern: /\bprocess\s*(?:\?\.|\.)\s*env\b|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b/g,
    within: PRODUCT,
    open: /(^|\/)config\.ts$/,
    why: 'only config.ts reads the environment, so that every setting is declared, parsed and shown in one place',
  },
  {
    what: 'a clock or timer of its own',
    pattern:
      /(?<![.\w$])(?:globalThis\s*\.\s*)?(?:setTimeout|setInterval)\b\s*\(|\bDate\s*\.\s*now\b|\bnew\s+Date\s*(?:\(\s*\)|(?![\w\s(]))|\bperformance\s*\.\s*now\b|\bAbortSignal\s*\.\s*timeout\b|\bprocess\s*\.\s*hrtime\b/g,
    within: PRODUCT,
    open: /^proto\/src\/clock\/|\/system-clock\.ts$/,
    why: 'time comes only through a passed clock, so that tests can prove deadlines without waiting',
  },
  {
    what: 'fetch',
    pattern: /(?<![.\w$])(?:globalThis\s*\.\s*)?fetch\b\s*\(/g,
    within: /^connectors\//,
    open: /^connectors\/kit\//,
    why: 'only the kit opens connections, so that its caps, deadline and address checks hold for every vendor',
  },
]

/** Every use of a library or a global in one file that has a single door elsewhere. */
export function findDoorBreaches({ path, text }: RepositoryFile): Breach[] {
  if (!PRODUCT.test(path) || isTestFile(path)) return []
  const imports = findImports(text).flatMap(({ specifier, line }) =>
    DOORS.filter((door) => door.isNamed(specifier) && !door.open.test(path)).map((door) => ({
      path,
      line,
      message: `imports ${door.what} (${specifier}), but ${door.why}`,
    })),
  )
  const code = blank(text, { keepStrings: false })
  const uses = USES.filter((use) => use.within.test(path) && !use.open.test(path)).flatMap((use) =>
    [...code.matchAll(use.pattern)].map((match) => ({
      path,
      line: lineAt(code, match.index),
      message: `uses ${use.what}, but ${use.why}`,
    })),
  )
  return [...imports, ...uses]
}
