#!/usr/bin/env node
// The command `vedette`: re-executes under Node 24. `up` also makes sure of the pages and the broker.
import { ensureInstalled } from './install.mjs'
import { launch } from './launch.mjs'
import { runMain } from './log.mjs'
import { ensurePrograms, NATS_SERVER } from './needs.mjs'
import { ensurePages } from './pages.mjs'

await runMain(async () => {
  const args = process.argv.slice(2)
  await ensureInstalled()
  if (args[0] === 'up') await ensurePages()
  const programs = args[0] === 'up' ? await ensurePrograms([NATS_SERVER]) : []
  return launch({ entry: 'control-plane/cli/main.ts', args, programs })
})
