// Records what an agent of this release says and answers, once, when it is released: `node test/golden/record.ts`. The
// connector states are those of a real agent process over a real nats-server; the answers are those that the
// connectors' recorded cases prove. What stands for a release is never written again.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Cleanup, createFolder, eventually, ROOT } from '@vedette/test/kit'
import manifest from '../../package.json' with { type: 'json' }
import { startAgent, startStand } from '../e2e/stand.ts'

// One connector each for machines, clusters and metrics.
const RECORDED = [
  { connector: 'host' },
  { connector: 'kubernetes', config: { server: 'https://127.0.0.1:1', token: { env: 'NOT_SET' } } },
  { connector: 'prometheus', config: { url: 'http://127.0.0.1:1' } },
]
const file = join(ROOT, 'test', 'golden', 'transcripts', manifest.version, 'agent.golden.json')
if (existsSync(file)) {
  process.stderr.write(`${file} stands: what a release said does not change\n`)
  process.exit(1)
}
const undo: (() => void | Promise<void>)[] = []
const cleanup: Cleanup = { after: (one) => void undo.push(one) }
const stand = await startStand(cleanup)
const dataDir = createFolder(cleanup)
await startAgent(cleanup, stand, { machine: 'recorded', connectors: RECORDED, dataDir })
const connectors = await eventually(async () => {
  const view = (await stand.fleet()).agents.find(({ name }) => name === 'recorded')
  const found = view?.connectors.filter(({ operations }) => operations.length > 0) ?? []
  if (found.length < RECORDED.length) throw new Error('not everything is reported yet')
  return found.map(({ instance, connector, operations }) => ({ instance, connector, operations }))
})
// Of what this agent serves: writes and other parts of the configuration are off.
const served = new Set(connectors.flatMap(({ operations }) => operations.map(({ id }) => id)))
const calls = RECORDED.flatMap(({ connector }) => listAnswers(connector)).filter(({ operation }) =>
  served.has(operation),
)
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify({ version: manifest.version, connectors, calls }, null, 1)}\n`)
for (const one of undo.toReversed()) await one()

// The smallest whole answer of each operation among the connector's cases.
function listAnswers(connector: string) {
  const folder = join(ROOT, 'connectors', connector, 'fixtures')
  const cases = globSync('*/expected.json', { cwd: folder }).map((path) => {
    const read = (name: string) => JSON.parse(readFileSync(join(folder, dirname(path), name), 'utf8'))
    const { value, parts = [] } = read('expected.json')
    const { operation, input } = read('request.json')
    return { connector, operation, arguments: input ?? {}, value, parts }
  })
  const whole = cases.filter(
    ({ value, parts }) =>
      value !== undefined &&
      parts.length > 0 &&
      parts.every(({ state }: { state: string }) => state === 'read'),
  )
  const size = (one: object) => JSON.stringify(one).length
  return [...Map.groupBy(whole, (one) => one.operation).values()].flatMap((same) =>
    same.toSorted((a, b) => size(a) - size(b)).slice(0, 1),
  )
}
