import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { createFolder, eventually, findProgram, getFreePort, ROOT, startProcess } from '@vedette/test/kit'
import { chromium, type Page } from 'playwright-core'

type Ready = { token: string; fleet_url: string; control_plane_url: string }

const MAIN = join(ROOT, 'control-plane', 'cli', 'main.ts')
const NODE_ARGS = ['--disable-warning=ExperimentalWarning', MAIN]
const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

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

async function openPage(t: test.TestContext, colorScheme: 'light' | 'dark' = 'light') {
  const browser = await chromium.launch({ executablePath: findProgram('chromium'), args: BROWSER_ARGS })
  t.after(() => browser.close())
  const page = await browser.newPage({ colorScheme, viewport: { width: 1100, height: 800 } })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  return { page, problems }
}

const cells = (page: Page, body: string) => page.locator(`#${body} tr`).first().locator('td').allInnerTexts()

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
  assert.match((await page.locator('#verdict').textContent()) ?? '', /Every known agent is connected/)
  const [name, status] = await cells(page, 'agents')
  assert.match(name ?? '', /ag_/)
  assert.equal(status, 'connected')
  const [connector, , health] = await cells(page, 'connectors')
  assert.deepEqual([connector, health], ['host', 'up'])

  const url = `http://127.0.0.1:${await getFreePort()}`
  const connect = [...NODE_ARGS, 'connect', 'prometheus', '--url', url, '--data-dir', dataDir, '--yes']
  const connected = await startProcess(t, { name: 'connect', file: process.execPath, args: connect })
  assert.equal((await connected.exited).code, 0, connected.output())
  // The worst comes first, without a reload.
  await eventually(
    async () => {
      const [instance, , word] = await cells(page, 'connectors')
      return instance === 'prometheus' && word === 'down'
    },
    { timeoutMs: 60_000 },
  )
  await page.getByText('Something is missing or failing.').waitFor()
  const shot = await page.screenshot({ fullPage: true })
  assert.ok(shot.length > 10_000, 'the page is drawn')

  await up.stop()
  await page.getByText('Nobody knows how the fleet is now').waitFor()
  assert.match((await page.locator('#live').textContent()) ?? '', /^Not live: .* What is shown was true at /)
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

  const { page } = await openPage(t, 'dark')
  await page.goto(up.ready.fleet_url)
  await page.getByLabel('API token').waitFor()
  assert.equal(await page.locator('#fleet').isVisible(), false)
  await page.getByLabel('API token').focus()
  await page.keyboard.type('vdt_wrong')
  await page.keyboard.press('Enter')
  await page.getByText('This token is not accepted.').waitFor()
  await page.getByLabel('API token').fill(up.ready.token)
  await page.keyboard.press('Enter')
  await page.getByText('Live', { exact: true }).waitFor()
  assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(22, 24, 27)')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('API token').waitFor()
  assert.equal(await page.evaluate('sessionStorage.length'), 0)
  assert.equal(await page.locator('#fleet').isVisible(), false)
})
