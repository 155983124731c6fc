import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { startEndpoints } from '@vedette/agent/endpoints'
import { CONNECTORS } from '@vedette/connectors/registry'
import { createFakeClock } from '@vedette/proto/clock'
import { parse } from 'yaml'
import type { z } from 'zod'
import { agentFileSchema } from '../../agent/src/config/schema.ts'
import { readEnvironment } from '../../control-plane/cli/config.ts'
import { createProgram } from '../../control-plane/cli/program.ts'
import { controlPlaneFileSchema } from '../../control-plane/src/config/schema.ts'
import { createHttpMetrics } from '../../control-plane/src/http/metrics.ts'
import { createFolder } from '../kit/folder.ts'
import { findTool } from '../kit/programs.ts'
import { ROOT } from '../kit/root.ts'
import {
  type CommandLine,
  findBlocks,
  findCommandLines,
  findDeadLinks,
  keyPaths,
  metricsOf,
  splitWords,
} from './docs.ts'
import { type RepositoryFile, readCodeFiles, readTextFiles } from './repository.ts'

const PAGES = readTextFiles().filter(
  ({ path }) => path.endsWith('.md') && !/\/(fixtures|testdata)\//.test(path),
)
// Whose every command is parsed; elsewhere tables write commands with choices in them.
const GUIDES = PAGES.filter(({ path }) =>
  /^(docs\/.*|README|CONTRIBUTING|(helm\/[\w-]+|images)\/README)\.?(md)?$/.test(path),
)
const DOCS = PAGES.filter(({ path }) => path.startsWith('docs/'))
// What any agent's file has.
const AGENT = { name: 'a', data_dir: '/d', nats: { url: 'nats://n:4222' } }
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('every link of every page leads to a file, and to a heading where it names one', () => {
  assert.ok(PAGES.length > 30 && DOCS.length > 8)
  assert.deepEqual(
    PAGES.flatMap((page) => findDeadLinks(page, ROOT)),
    [],
  )
})

test('every page of operations is named in their list', () => {
  const list = read('docs/README.md')
  const missing = DOCS.filter(({ path }) => !/README/.test(path) && !list.includes(`](${path.slice(5)})`))
  assert.deepEqual(
    missing.map(({ path }) => path),
    [],
  )
})

test('the README counts the operations of each connector, and of all', async () => {
  const readme = read('README.md')
  const counts = await Promise.all(
    CONNECTORS.map(async ({ id, load }) => [id, (await load()).operations.length] as const),
  )
  const rows = [...readme.matchAll(/^\| \[[^\]]+\]\(connectors\/([\w-]+)\/README\.md\) \| (\d+) \|/gm)]
  assert.deepEqual(
    rows.map(([, id, count]) => `${id} ${count}`).sort(),
    counts.map(([id, count]) => `${id} ${count}`).sort(),
  )
  const sum = counts.reduce((total, [, count]) => total + count, 0)
  assert.ok(readme.includes(`${sum} operations of ${counts.length} connectors`), `${sum} of ${counts.length}`)
})

test('every command line of the guides is one that the program takes', async () => {
  const lines = GUIDES.flatMap(findCommandLines)
  assert.ok(lines.length > 60, `${lines.length} command lines were found`)
  const faults = await Promise.all(lines.map(findFault))
  assert.deepEqual(
    faults.filter((fault) => fault !== null),
    [],
  )
})

test('every command that our own texts name is one of the program', () => {
  const known = new Set(createSilent().commands.map((command) => command.name()))
  const wrong = readCodeFiles()
    .filter(({ path }) => !/\.test\.tsx?$|^test\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/`vedette ([a-z][\w-]*)/g)].flatMap(([, name = '']) =>
        known.has(name) ? [] : [`${path}: ${name}`],
      ),
    )
  assert.deepEqual(wrong, [])
})

test('every key of the settings in the guides is one of the schemas', async () => {
  const blocks = DOCS.flatMap(findBlocks).filter(({ language }) => language === 'yaml')
  const counts = { agent: 0, plane: 0, values: 0 }
  for (const { path, line, text } of blocks) {
    const at = `${path}:${line}`
    const value: unknown = parse(text)
    if (text.startsWith('# agent.yaml')) {
      counts.agent += 1
      assert.deepEqual(await findAgentFaults(value), [], at)
    } else if (text.startsWith('# control-plane.yaml')) {
      counts.plane += 1
      assert.deepEqual(toFaults(controlPlaneFileSchema.safeParse(value)), [], at)
    } else {
      const chart = /^# values of (helm\/[\w-]+)/.exec(text)?.[1]
      if (chart === undefined)
        assert.match(
          text,
          /^# (clusters|policy|prometheus)\.yaml/,
          `${at}: its first line says which file it is`,
        )
      else {
        counts.values += 1
        assert.deepEqual(findUnknownValues(chart, keyPaths(value)), [], at)
      }
    }
  }
  assert.ok(counts.agent >= 3 && counts.plane >= 2 && counts.values >= 4, JSON.stringify(counts))
})

test('the example of each connector README is one that the agent takes', async () => {
  const blocks = PAGES.filter(({ path }) => /^connectors\/[\w-]+\/README\.md$/.test(path))
    .flatMap(findBlocks)
    .filter(({ language, text }) => language === 'yaml' && /^(connectors:|- connector:)/m.test(text))
  assert.ok(blocks.length >= 3, `${blocks.length} examples`)
  for (const { path, line, text } of blocks) {
    const value: unknown = parse(text)
    const connectors =
      typeof value === 'object' && value !== null && 'connectors' in value ? value.connectors : value
    assert.deepEqual(await findAgentFaults({ ...AGENT, connectors }), [], `${path}:${line}`)
  }
})

test('every value that a command of the guides sets is one of the chart', () => {
  const found = GUIDES.flatMap(findBlocks).flatMap(({ path, text }) =>
    text
      .replaceAll('\\\n', ' ')
      .split('\n')
      .flatMap((line) => {
        const chart = /\bhelm\/(agent|control-plane)\b/.exec(line)?.[1]
        const keys = [...line.matchAll(/--set '?([\w.]+)=/g)].map(([, key = '']) => key)
        return chart === undefined
          ? []
          : findUnknownValues(`helm/${chart}`, keys).map((key) => `${path}: ${key}`)
      }),
  )
  assert.deepEqual(found, [])
})

test('the metrics of the page are those that the two parts give, in both directions', async () => {
  const named = [...read('docs/metrics.md').matchAll(/^\| `(vedette_\w+)` \| (\w+)/gm)].map(
    ([, name, type]) => `${name} ${type}`,
  )
  const given = [...(await readMetrics()).entries()].map(([name, type]) => `${name} ${type}`)
  assert.deepEqual(named.sort(), given.filter((one) => one.startsWith('vedette_')).sort())
})

test('alerts and dashboard ask for metrics that exist, and for each of ours', async () => {
  const known = new Set(['up'])
  for (const [name, type] of await readMetrics()) {
    if (type === 'histogram') for (const end of ['bucket', 'sum', 'count']) known.add(`${name}_${end}`)
    else known.add(name)
  }
  const alerts: { groups: { rules: { alert: string; expr: string }[] }[] } = parse(read('docs/alerts.yaml'))
  // The file's own shape, which Grafana fixes.
  const dashboard = JSON.parse(read('docs/dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
  const rules = alerts.groups.flatMap(({ rules }) => rules)
  assert.ok(rules.length >= 8 && dashboard.panels.length >= 8)
  const exprs = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr)
  for (const expr of exprs) assert.notDeepEqual(metricsOf(expr), [], expr)
  const used = new Set(exprs.flatMap(metricsOf))
  assert.deepEqual(
    [...used].filter((name) => !known.has(name)),
    [],
  )
  const roots = [...used].map((name) => name.replace(/_(bucket|sum|count)$/, ''))
  const unused = [...(await readMetrics()).keys()].filter(
    (name) => /^vedette_/.test(name) && !roots.includes(name),
  )
  assert.deepEqual(unused, [])
})

const promtool = findTool('promtool')
const needs = promtool === undefined ? { skip: 'promtool is not installed' } : {}
test('Prometheus takes the alerts and every expression of the dashboard', needs, (t) => {
  const check = (file: string) => execFileSync(promtool ?? '', ['check', 'rules', file], { encoding: 'utf8' })
  assert.match(check(join(ROOT, 'docs/alerts.yaml')), /SUCCESS: \d+ rules/)
  const { panels } = JSON.parse(read('docs/dashboard.json')) as { panels: { targets: { expr: string }[] }[] } // as above
  const rules = panels
    .flatMap(({ targets }) => targets)
    .map(({ expr }, index) => ({ record: `x${index}`, expr: expr.replaceAll('$__rate_interval', '5m') }))
  const file = join(createFolder(t), 'dashboard.json')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  assert.match(check(file), new RegExp(`SUCCESS: ${rules.length} rules`))
})

test('a wrong command, link, key and metric are each found', async () => {
  const page: RepositoryFile = {
    path: 'docs/x.md',
    text: 'Say `vedette doctr`, see [y](none.md).\n\n```sh\nvedette fleet wait \\\n  --expect two | cat\nnpm run --silent vedette -- org add a b\n```\n',
  }
  const faults = await Promise.all(findCommandLines(page).map(findFault))
  assert.deepEqual(
    faults.map((fault) => /^docs\/x\.md:(\d+)/.exec(fault ?? '')?.[1]),
    ['4', '6', '1'],
  )
  assert.deepEqual(findDeadLinks(page, ROOT), ['docs/x.md: none.md is not there'])
  assert.deepEqual(findUnknownValues('helm/agent', ['nats.lobby.existingSecret', 'nats.lobby.secret']), [
    'nats.lobby.secret',
  ])
  assert.deepEqual(metricsOf('sum by (tool) (rate(vedette_x_count{up="1"}[5m])) or up == 0'), [
    'vedette_x_count',
    'up',
  ])
  assert.deepEqual(splitWords('a "b c" \'e f\' > g | h && i # j'), [['a', 'b c', 'e f'], ['h'], ['i']])
})

type Program = ReturnType<typeof createProgram>

// The program with nothing behind its commands: it parses and does nothing.
function createSilent(): Program {
  const program = createProgram({
    io: {
      environment: readEnvironment({ HOME: '/nonexistent' }),
      clock: createFakeClock(),
      isTty: false,
      write: () => {},
      writeError: () => {},
      ask: async () => null,
      signal: new AbortController().signal,
    },
    finish: () => {},
  })
  const silence = (command: Program): void => {
    command.action(() => {})
    command.commands.forEach(silence)
  }
  program.commands.forEach(silence)
  return program
}

async function findFault({ path, line, words }: CommandLine): Promise<string | null> {
  const at = `${path}:${line}: vedette ${words.join(' ')}`
  const connector = words[0] === 'connect' ? words[1] : words[words.indexOf('--connector') + 1]
  const names = words[0] === 'connect' || words.includes('--connector')
  if (
    names &&
    connector !== undefined &&
    !/^[A-Z-]/.test(connector) &&
    !CONNECTORS.some(({ id }) => id === connector)
  )
    return `${at}: no connector ${connector}`
  try {
    await createSilent().parseAsync(words, { from: 'user' })
    return null
  } catch (error) {
    if (error instanceof Error && 'exitCode' in error)
      return error.exitCode === 0 ? null : `${at}: ${error.message}`
    throw error
  }
}

function toFaults(parsed: z.ZodSafeParseResult<unknown>): string[] {
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

// What the agent would refuse, the settings of each connector included.
async function findAgentFaults(value: unknown): Promise<string[]> {
  const parsed = agentFileSchema.safeParse(value)
  if (!parsed.success) return toFaults(parsed)
  const faults = parsed.data.connectors.map(async ({ connector, config }) => {
    const known = CONNECTORS.find(({ id }) => id === connector)
    return known === undefined
      ? [`no connector ${connector}`]
      : toFaults((await known.load()).config.safeParse(config))
  })
  return (await Promise.all(faults)).flat()
}

// Keys that the values of a chart do not have; inside a list or an empty map anything stands.
function findUnknownValues(chart: string, keys: readonly string[]): string[] {
  const values: unknown = parse(read(`${chart}/values.yaml`))
  return keys.filter((key) => {
    let inner: unknown = values
    for (const part of key.split('.')) {
      if (typeof inner !== 'object' || inner === null) return true
      if (Array.isArray(inner) || Object.keys(inner).length === 0) return false
      if (!Object.hasOwn(inner, part)) return true
      inner = Object.entries(inner).find(([name]) => name === part)?.[1]
    }
    return false
  })
}

// Every metric that a running part gives, with its type, as it tells it itself.
async function readMetrics(): Promise<Map<string, string>> {
  // What the control plane reads when asked is named where its server is made.
  const readings =
    /createHttpMetrics\(\{([^}]*)\}\)/.exec(read('control-plane/src/http/create-http.ts'))?.[1] ?? ''
  const names = [...readings.matchAll(/(\w+): \(\)/g)].map(([, name = '']) => name)
  assert.notDeepEqual(names, [])
  const plane = createHttpMetrics(Object.fromEntries(names.map((name) => [name, () => 0])))
  const endpoints = await startEndpoints(
    { host: '127.0.0.1', port: 0 },
    { isReady: () => true, counters: () => [], health: () => [] },
  )
  try {
    const agent = await (await fetch(`http://127.0.0.1:${endpoints.port}/metrics`)).text()
    const lines = `${await plane.registry.metrics()}\n${agent}`.matchAll(/^# TYPE (\w+) (\w+)$/gm)
    return new Map([...lines].map(([, name = '', type = '']) => [name, type]))
  } finally {
    await endpoints.close()
  }
}
