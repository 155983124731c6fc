// `npm run test:conformance`: the protocol's conformance suite against the product's own HTTP server and MCP endpoint,
// with the tools that the suite calls mounted beside.
import type { Cleanup } from '@vedette/test/kit'
import { startFixtureServer } from './server.ts'
import { REVISIONS, runSuite } from './suite.ts'

const undo: (() => void | Promise<void>)[] = []
const cleanup: Cleanup = { after: (one) => void undo.push(one) }
try {
  const url = await startFixtureServer(cleanup)
  for (const { revision, args } of REVISIONS) {
    const { code, text } = await runSuite(url, args)
    process.stdout.write(`== ${revision}\n${text.slice(text.lastIndexOf('=== SUMMARY ==='))}\n`)
    if (code !== 0) process.exitCode = 1
  }
} finally {
  for (const one of undo) await one()
}
