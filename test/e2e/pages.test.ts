import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import test, { type TestContext } from 'node:test'
import { createFolder, getFreePort } from '@vedette/test/kit'
import { findBarriers, openPage, readTable, signIn } from './browser.ts'
import { ORGANISATION, type Stand, startAgent, startStand, untilAgent } from './stand.ts'

const HOST = { connector: 'host' }
const PAGES = ['fleet', 'catalog', 'policy', 'approvals', 'investigations', 'audit', 'connect']

// A fleet in trouble: `half` has a Prometheus that is away, `gone` was killed, `twin` is claimed by two.
async function startTroubledFleet(t: TestContext): Promise<Stand> {
  const stand = await startStand(t)
  const url = `http://127.0.0.1:${await getFreePort()}`
  const half = { machine: 'half', connectors: [HOST, { connector: 'prometheus', config: { url } }] }
  await startAgent(t, stand, { ...half, file: { labels: { team: 'shop' } } })
  const gone = await startAgent(t, stand, { machine: 'gone', connectors: [HOST] })
  const twin = await startAgent(t, stand, { machine: 'twin', connectors: [HOST] })
  await untilAgent(stand, 'half', { status: 'connected', health: { host: 'up', prometheus: 'down' } })
  await untilAgent(stand, 'gone', { status: 'connected', health: { host: 'up' } })
  await untilAgent(stand, 'twin', { status: 'connected' })
  const copy = createFolder(t)
  cpSync(twin.dataDir, copy, { recursive: true })
  await startAgent(t, stand, { machine: 'thief', connectors: [HOST], dataDir: copy })
  gone.send('SIGKILL')
  await untilAgent(stand, 'gone', { status: 'offline' })
  await untilAgent(stand, 'twin', { status: 'disputed' })
  return stand
}

test('Fleet shows what only a live fleet can tell, and an admin decides a dispute there', async (t) => {
  const stand = await startTroubledFleet(t)
  await stand.ask('host_disks_list')
  const { page, problems } = await openPage(t)
  await signIn(page, stand.url, { token: stand.token, path: '/fleet' })
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByText('3 agents', { exact: true }).waitFor()
  await page.getByText('Something is missing or failing.').waitFor()
  const agents = await readTable(page, 'Agents')
  assert.deepEqual(
    agents.map((cells) => [cells[0]?.split('\n')[0], cells[1]?.split('\n')[0], cells[6]]),
    [
      ['gone', 'offline', 'nothing can be asked'],
      ['twin', 'disputed', 'nothing can be asked'],
      ['half', 'connected', '8'],
    ],
  )
  for (const host of ['host-thief', 'host-twin'])
    assert.match(agents[1]?.[7] ?? '', new RegExp(`host ${host}, heard .* ago`))
  assert.match(agents[2]?.[5] ?? '', /team=shop/)

  const instances = await readTable(page, 'Connector instances')
  assert.deepEqual(
    instances.map(([connector, agent, health, why]) => [connector, agent, health, why]),
    [
      ['host', 'twin', 'unknown, was up\nits agent is disputed', ''],
      ['host', 'gone', 'unknown, was up\nits agent is offline', ''],
      ['prometheus', 'half', 'down', 'upstream_failed'],
      ['host', 'half', 'up', ''],
    ].toSorted(
      (a, b) =>
        instances.findIndex((row) => row[1] === a[1] && row[0] === a[0]) -
        instances.findIndex((row) => row[1] === b[1] && row[0] === b[0]),
    ),
  )
  await page.getByRole('button', { name: '1 prometheus down' }).click()
  assert.deepEqual(
    (await readTable(page, 'Connector instances')).map(([connector]) => connector),
    ['prometheus'],
  )
  assert.deepEqual(
    (await readTable(page, 'Policy of each agent')).map(([name, status]) => [name, status]).toSorted(),
    [
      ['gone', 'APPLYING\nagent_offline'],
      ['half', 'APPLIED'],
      ['twin', 'APPLYING\ndisputed'],
    ],
  )
  await page.getByText(/^\d+ not offered: no connector that would serve them is configured$/).waitFor()
  await page.getByText(/^\d+ not offered: connector_down \(upstream_failed\)$/).waitFor()
  const [sent] = await readTable(page, 'Bytes sent by connector and day')
  assert.deepEqual(sent?.slice(0, 2), ['half', 'host'])
  assert.match(sent?.at(-1) ?? '', /^[1-9][\d,]* B\n1 calls$/)
  assert.deepEqual(await findBarriers(page), [])

  await page.getByRole('button', { name: 'Keep host host-twin' }).click()
  await page.getByRole('button', { name: 'Keep it, revoke the others' }).click()
  const claimed = page.getByRole('table', { name: 'Agents' }).getByText('disputed', { exact: true })
  await claimed.waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

test('Connect registers a cluster, makes a join token, and gives the lines to copy; a viewer may not', async (t) => {
  const stand = await startStand(t)
  const { page, problems } = await openPage(t)
  await signIn(page, stand.url, { token: stand.token, path: '/connect' })
  await page.getByText(`claude mcp add --transport http vedette ${stand.url}/mcp`).waitFor()
  await page.getByText('No cluster is registered.').waitFor()
  await page.getByLabel('Alias', { exact: false }).first().fill('prod-eu')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByText(/^Not registered: issuer is a name inside the cluster/).waitFor()
  await page.getByLabel('Issuer').fill('https://oidc.example.org/prod-eu')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByText('Registered prod-eu.').waitFor()
  assert.deepEqual((await readTable(page, 'Registered clusters'))[0]?.slice(0, 4), [
    'prod-eu',
    'https://oidc.example.org/prod-eu',
    'read from the issuer',
    'vedette/vedette-agent',
  ])
  await page.getByLabel('Alias of the cluster').fill('prod-eu')
  await page.getByLabel('Address of the bus').fill('tls://nats.example.org:4222')
  await page.getByText(/helm install vedette-agent .* cluster\.alias=prod-eu/).waitFor()
  await page.getByText(/kind: ApplicationSet/).waitFor()
  await page.getByRole('button', { name: 'Make a join token' }).click()
  await page.getByText(/^Made \w+_\w+\. It is shown this once:$/).waitFor()
  assert.equal((await stand.store.joinTokens.list(ORGANISATION)).length, 1)
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(
    problems.filter((problem) => !/status of 400/.test(problem)),
    [],
  )

  const facts = { organisation: ORGANISATION, name: 'reader', mode: 'read_only', role: 'viewer' } as const
  const viewer = await stand.store.tokens.create(facts)
  const other = await openPage(t)
  await signIn(other.page, stand.url, { token: viewer.secret, path: '/connect' })
  await other.page.getByText(/^Only an admin registers clusters/).waitFor()
  assert.equal(await other.page.getByRole('button', { name: 'Make a join token' }).count(), 0)
  await stand.store.tokens.revoke(ORGANISATION, viewer.id)
  await other.page.getByRole('link', { name: 'Fleet', exact: true }).click()
  await other.page.getByText('This session has ended: sign in again.').waitFor()
})

for (const look of [{ colorScheme: 'dark' }, { width: 390, height: 800 }] as const)
  test(`every page is without serious barriers and fits: ${JSON.stringify(look)}`, async (t) => {
    const stand = await startStand(t)
    await startAgent(t, stand, { machine: 'web-1', connectors: [HOST] })
    await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
    const { page, problems } = await openPage(t, look)
    await signIn(page, stand.url, { token: stand.token, path: '/fleet' })
    for (const name of PAGES) {
      await page.goto(`${stand.url}/${name}`)
      await page.locator('#main h1').waitFor()
      await page.locator('#main h1 ~ *').first().waitFor()
      assert.deepEqual(await findBarriers(page), [], name)
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      assert.ok(Number(wide) <= 0, `${name} is ${String(wide)} px too wide`)
    }
    assert.deepEqual(problems, [])
  })

test('a keyboard alone reaches the pages, and each tells its name when it is opened', async (t) => {
  const stand = await startStand(t)
  const { page } = await openPage(t)
  await signIn(page, stand.url, { token: stand.token, path: '/fleet' })
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Catalog', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page
    .getByText(/tools$/)
    .first()
    .waitFor()
  assert.equal(await page.title(), 'Catalog - Vedette')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Catalog')
  assert.equal(
    await page.getByRole('link', { name: 'Catalog', exact: true }).getAttribute('aria-current'),
    'page',
  )
})

test('the first page comes with less than 250 kB, compressed, and nothing from elsewhere', async (t) => {
  const stand = await startStand(t)
  const { page } = await openPage(t)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await signIn(page, stand.url, { token: stand.token, path: '/fleet' })
  await page.getByText('Live', { exact: true }).waitFor()
  const sizes: unknown = await page.evaluate(
    "performance.getEntries().filter(({ name, entryType }) => entryType === 'navigation' || name.includes('/assets/')).map((one) => one.transferSize)",
  )
  const all = sizes as number[] // numbers, by the script above
  const bytes = all.reduce((sum, one) => sum + one, 0)
  t.diagnostic(`${bytes} bytes in ${all.length} files`)
  assert.ok(all.length >= 4 && bytes > 50_000 && bytes < 250_000, `${bytes} bytes in ${all.length} files`)
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(`${stand.url}/`) && !url.startsWith('data:')),
    [],
  )
})
