import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { createFolder, eventually, getFreePort, ROOT, startProcess } from '@vedette/test/kit'
import { openPage, readTable } from './browser.ts'

type Ready = { token: string; fleet_url: string; control_plane_url: string }

const MAIN = join(ROOT, 'control-plane', 'cli', 'main.ts')
const NODE_ARGS = ['--disable-warning=ExperimentalWarning', MAIN]
async function startUp(t: test.TestContext, dataDir: string) {
  const args = [...NODE_ARGS, 'up', '--json', '--data-dir', dataDir]
  const up = await startProcess(t, {
    name: 'vedette up',
    file: process.execPath,
    args,
    ready: { output: /"mcp_url"/ },
    readyMs: 60_000,
    stopMs: 20_000,
  })
  const ready: Ready = JSON.parse(up.stdout())
  return { ...up, ready }
}

test('the page signs in by its code, leaves no secret in the address, and is live', async (t) => {
  const dataDir = createFolder(t)
  const up = await startUp(t, dataDir)
  const { page, problems } = await openPage(t)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(up.ready.fleet_url)
  await page.getByText('Live', { exact: true }).waitFor()
  assert.equal(page.url(), `${up.ready.control_plane_url}/fleet`)
  assert.deepEqual(
    asked.filter((url) => url.includes(up.ready.token) || url.includes('vdc_')),
    [],
    'neither token nor code is in any address that is asked',
  )
  await page.getByText(/^Every known agent is connected/).waitFor()
  const [[name, status] = []] = await readTable(page, 'Agents')
  assert.match(name ?? '', /ag_/)
  assert.equal(status, 'connected')
  const [[connector, , health] = []] = await readTable(page, 'Connector instances')
  assert.deepEqual([connector, health], ['host', 'up'])

  const url = `http://127.0.0.1:${await getFreePort()}`
  const connect = [...NODE_ARGS, 'connect', 'prometheus', '--url', url, '--data-dir', dataDir, '--yes']
  const connected = await startProcess(t, { name: 'connect', file: process.execPath, args: connect })
  assert.equal((await connected.exited).code, 0, connected.output())
  // The worst comes first, without a reload.
  await eventually(
    async () => {
      const [[instance, , word] = []] = await readTable(page, 'Connector instances')
      return instance === 'prometheus' && word === 'down'
    },
    { timeoutMs: 60_000 },
  )
  await page.getByText('Something is missing or failing.').waitFor()
  const shot = await page.screenshot({ fullPage: true })
  assert.ok(shot.length > 10_000, 'the page is drawn')

  await up.stop()
  await page.getByText('Nobody knows how the fleet is now').waitFor()
  await page.getByText(/^Not live: .* What is shown was true at /).waitFor()
  const allowed = problems.filter((problem) => !/ERR_|Failed to load resource/.test(problem))
  assert.deepEqual(allowed, [])
})

test('a code works once; a token works by keyboard alone; a wrong one is refused and told', async (t) => {
  const up = await startUp(t, createFolder(t))
  const first = await openPage(t)
  await first.page.goto(up.ready.fleet_url)
  await first.page.getByText('Live', { exact: true }).waitFor()
  await first.page.reload()
  await first.page.getByText('Live', { exact: true }).waitFor()

  const { page } = await openPage(t, { colorScheme: 'dark' })
  await page.goto(up.ready.fleet_url)
  await page.getByLabel('API token').waitFor()
  assert.equal(await page.getByRole('table').count(), 0)
  await page.getByLabel('API token').focus()
  await page.keyboard.type('vdt_wrong')
  await page.keyboard.press('Enter')
  await page.getByText('This token is not accepted.').waitFor()
  await page.getByLabel('API token').fill(up.ready.token)
  await page.keyboard.press('Enter')
  await page.getByText('Live', { exact: true }).waitFor()
  assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(22, 24, 27)')
  assert.equal(
    await page.evaluate('JSON.stringify([document.cookie, {...sessionStorage}, {...localStorage}])'),
    '["",{},{}]',
    'no script can read what signs in',
  )
  await page.reload()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('API token').waitFor()
  await page.reload()
  await page.getByLabel('API token').waitFor()
  assert.equal(await page.getByRole('table').count(), 0)
})
