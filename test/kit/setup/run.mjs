// Runs one of the repository's other entries (the bench, the generators, the long tests) under Node 24, with
// everything installed that the tests use. An entry that does not exist yet is said so in one line.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, ROOT } from '../../../control-plane/cli/bootstrap/install.mjs'
import { launch } from '../../../control-plane/cli/bootstrap/launch.mjs'
import { runMain, say } from '../../../control-plane/cli/bootstrap/log.mjs'
import { ensurePrograms } from '../../../control-plane/cli/bootstrap/needs.mjs'
import { ensurePages } from '../../../control-plane/cli/bootstrap/pages.mjs'
import { TEST_NEEDS } from './needs.mjs'

await runMain(async () => {
  const [entry, ...args] = process.argv.slice(2)
  if (!existsSync(join(ROOT, entry))) {
    say(`nothing to run yet: ${entry} does not exist in this version`)
    return 0
  }
  await ensureInstalled()
  await ensurePages()
  return launch({ entry, args, programs: await ensurePrograms(TEST_NEEDS) })
})
