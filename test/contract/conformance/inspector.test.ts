import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder, ROOT, startProcess } from '@vedette/test/kit'
import { createFakeFleet } from '../../../control-plane/testing/fakes.ts'
import { startHttp } from '../../../control-plane/testing/http.ts'
import { createEveryPart } from '../../kit/generate/tools.ts'

const INSPECTOR = join(ROOT, 'node_modules', '.bin', 'mcp-inspector')
const CATALOGUE = join(ROOT, 'test', 'golden', 'tools.golden.json')

for (const era of ['modern', 'legacy'])
  test(`the protocol's inspector finds nothing to report in the whole catalogue, in its ${era} era`, async (t) => {
    // While no agent is connected nobody knows what is served, so that everything is listed.
    const fleet = createFakeFleet([])
    const { url } = await startHttp(t, { fleet, ...createEveryPart({ fleet, dispatch: async () => [] }) })
    const run = await startProcess(t, {
      name: 'inspector',
      file: process.execPath,
      args: [
        ...[INSPECTOR, '--cli', `${url}/mcp`, '--transport', 'http', '--protocol-era', era],
        ...['--header', 'Authorization: Bearer vdt_admin', '--format', 'json'],
        ...['--method', 'tools/list', '--strict'],
      ],
      env: { ...process.env, HOME: createFolder(t) },
    })
    const { code } = await run.exited
    assert.equal(code, 0, run.output())
    assert.deepEqual(JSON.parse(run.stdout()).result.tools, JSON.parse(readFileSync(CATALOGUE, 'utf8')))
    assert.doesNotMatch(run.output(), /\d+ errors?, \d+ warnings? across/)
  })
