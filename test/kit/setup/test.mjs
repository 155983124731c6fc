// `npm test` and `npm run check`: install what they need, then run them under Node 24.
import { ensureInstalled } from '../../../control-plane/cli/bootstrap/install.mjs'
import { launch } from '../../../control-plane/cli/bootstrap/launch.mjs'
import { runMain } from '../../../control-plane/cli/bootstrap/log.mjs'
import { ensurePrograms } from '../../../control-plane/cli/bootstrap/needs.mjs'
import { ensurePages } from '../../../control-plane/cli/bootstrap/pages.mjs'
import { TEST_NEEDS } from './needs.mjs'

await runMain(async () => {
  const args = process.argv.slice(2)
  await ensureInstalled()
  await ensurePages()
  const programs = args[0] === 'check' ? [] : await ensurePrograms(TEST_NEEDS)
  return launch({ entry: 'test/kit/runner/main.ts', args, programs })
})
