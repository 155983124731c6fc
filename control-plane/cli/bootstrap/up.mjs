// `npm run up`: from a clone with nothing installed, under the system's Node, to the running product.
import { ensureInstalled } from './install.mjs'
import { launch } from './launch.mjs'
import { runMain } from './log.mjs'
import { ensurePrograms, NATS_SERVER } from './needs.mjs'
import { ensurePages } from './pages.mjs'

await runMain(async () => {
  await ensureInstalled()
  await ensurePages()
  const programs = await ensurePrograms([NATS_SERVER])
  return launch({ entry: 'control-plane/cli/main.ts', args: ['up', ...process.argv.slice(2)], programs })
})
