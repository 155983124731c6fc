import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import test from 'node:test'
import { findBarriers, openPage, readTable, signIn } from './browser.ts'
import { type Stand, send, startAgent, startStand, untilAgent } from './stand.ts'

const HOST = [{ connector: 'host' }]

// A call as the command makes it: calls of one program are one investigation.
async function ask(stand: Stand, tool: string): Promise<string> {
  const headers = { authorization: `Bearer ${stand.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ tool, arguments: {}, client: 'cli' })
  const told = await send(`${stand.url}/api/v1/call`, { method: 'POST', headers, body })
  return told.body.visibility
}

test('Investigations shows a thread by its permalink, with the calls that saw a part or nothing, and exports it', async (t) => {
  const stand = await startStand(t)
  await startAgent(t, stand, {
    machine: 'open',
    connectors: HOST,
    file: { deny: ['host.processes.list'] },
  })
  await startAgent(t, stand, {
    machine: 'shut',
    connectors: HOST,
    file: { deny: ['host.disks.list', 'host.processes.list'] },
  })
  for (const machine of ['open', 'shut'])
    await untilAgent(stand, machine, { status: 'connected', health: { host: 'up' } })
  assert.deepEqual(
    [
      await ask(stand, 'host_info'),
      await ask(stand, 'host_disks_list'),
      await ask(stand, 'host_processes_list'),
    ],
    ['full', 'partial', 'none'],
  )
  const { page, problems } = await openPage(t)
  await signIn(page, stand.url, { token: stand.token, path: '/investigations' })
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByLabel('What was seen').selectOption('partial')
  const table = page.getByRole('table', { name: 'Investigations' })
  await table.getByText('1 partial').waitFor()
  const [row] = await readTable(page, 'Investigations')
  assert.deepEqual([row?.[2], row?.[3], row?.[4]?.split('\n')[1]], ['3', '1 partial 1 none', 'cli'])
  await page.getByLabel('Find in titles').fill('nothing is called so')
  await page.getByText('No investigation fits this filter.').waitFor()
  await page.getByLabel('Find in titles').fill('')
  assert.deepEqual(await findBarriers(page), [])

  await table.getByRole('link').click()
  await page.getByText('3 calls: 1 saw a part, 1 saw nothing, 0 failed.').waitFor()
  const permalink = page.url()
  await page.getByText(permalink, { exact: true }).waitFor()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  assert.equal(await timeline.locator('ol > li').count(), 3)
  await timeline.getByLabel('Show').selectOption('partial')
  await timeline.getByText('1 of 3 calls').waitFor()
  await timeline.locator('summary').click()
  await timeline.getByText('host.disks.list by host: denied_by_policy', { exact: true }).waitFor()
  await timeline.getByLabel('Show').selectOption('none')
  await timeline.locator('summary').getByText('host_processes_list').waitFor()
  assert.equal(await timeline.locator('ol > li').count(), 1)

  await page.getByLabel('Add a note').fill('only one of two disks was seen')
  await page.getByRole('button', { name: 'Keep the note' }).click()
  await page.getByRole('region', { name: 'Notes' }).getByText('only one of two disks was seen').waitFor()
  // What is asked elsewhere comes by itself.
  await ask(stand, 'host_info')
  await page.getByText('4 calls: 1 saw a part, 1 saw nothing, 0 failed.').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as Markdown' }).click(),
  ])
  assert.match(readFileSync(await download.path(), 'utf8'), /only one of two disks was seen/)

  await page.goto(permalink)
  await page.getByText('4 calls: 1 saw a part, 1 saw nothing, 0 failed.').waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(Number(wide) <= 0, `${String(wide)} px too wide`)
  assert.deepEqual(problems, [])
  await page.goto(`${stand.url}/investigations/inv_nobody`)
  await page.getByText('there is no such investigation', { exact: false }).waitFor()
})

test('Audit lists what was asked, verifies every chain, and says which row was edited', async (t) => {
  const stand = await startStand(t)
  await startAgent(t, stand, { machine: 'web-1', connectors: HOST })
  await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
  await stand.ask('host_disks_list')
  const { page, problems } = await openPage(t, { colorScheme: 'dark' })
  await signIn(page, stand.url, { token: stand.token, path: '/audit' })
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByLabel('Action').fill('host.disks.list')
  await page.getByRole('cell', { name: 'host.disks.list', exact: true }).waitFor()
  const [row] = await readTable(page, 'Audit')
  assert.deepEqual([row?.[1], row?.[3], row?.[5]], ['operation', 'host.disks.list', 'read'])
  assert.match(row?.[4] ?? '', /^ag_.+, host$/)
  await page.getByLabel('Principal').fill('tok_nobody')
  await page.getByText('No row fits this filter.').waitFor()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  // A call made meanwhile comes by itself.
  await stand.ask('host_info')
  await page.getByRole('cell', { name: 'host_info', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Verify every chain' }).click()
  await page.getByText(/^Every row is as it was written: [1-9]\d* rows in 1 chains\./).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  const database = new DatabaseSync(`${stand.dataDir}/store.db`)
  t.after(() => database.close())
  const edited = database
    .prepare(
      "UPDATE audit_links SET body = replace(body, 'host_info', 'host_nope') WHERE body LIKE '%host_info%'",
    )
    .run()
  assert.ok(Number(edited.changes) > 0)
  await page.getByRole('button', { name: 'Verify every chain' }).click()
  await page.getByText('NOT as it was written: 1 of 1 chains are broken', { exact: false }).waitFor()
  const [chain] = await readTable(page, 'Chains')
  assert.match(chain?.[1] ?? '', /^broken at row \d+: a row is not what its hash says$/)
  await page.setViewportSize({ width: 390, height: 800 })
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(Number(wide) <= 0, `${String(wide)} px too wide`)
  assert.deepEqual(problems, [])

  await stand.controlPlane.stop()
  await page.getByText(/^Not live: the control plane does not answer/).waitFor()
  await page.getByRole('button', { name: 'Verify every chain' }).click()
  await page.getByText('Whether the record is whole is not known.', { exact: false }).waitFor()
  assert.equal(await page.getByText(/as it was written/).count(), 0, 'an old verdict does not stand')
})
