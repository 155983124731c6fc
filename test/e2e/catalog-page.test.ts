import assert from 'node:assert/strict'
import test from 'node:test'
import { startPrometheus } from '@vedette/test/kit'
import { findBarriers, openPage, readTable, signIn } from './browser.ts'
import { startAgent, startStand, untilAgent } from './stand.ts'

test('Catalog finds a tool, says how it stands here, calls it, and draws what it answers', async (t) => {
  const stand = await startStand(t)
  const prometheus = await startPrometheus(t)
  await startAgent(t, stand, {
    machine: 'web-1',
    connectors: [{ connector: 'host' }, { connector: 'prometheus', config: { url: prometheus.url } }],
    file: { deny: ['host.processes.list'] },
  })
  await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up', prometheus: 'up' } })
  const { page, problems } = await openPage(t)
  await signIn(page, stand.url, { token: stand.token, path: '/catalog' })

  await page.getByLabel('Search').fill('processes')
  await page.getByText(/^[1-9]\d? of \d+ tools$/).waitFor()
  const rows = await readTable(page, 'Tools')
  const here = (name: string) => rows.find(([tool]) => tool?.split('\n')[1] === name)?.[3]
  assert.match(here('host_processes_list') ?? '', /^denied here\ndenied_by_policy \(.+\)$/)
  await page.getByLabel('Search').fill('k8s pods list')
  await page
    .getByText(/connecting kubernetes would add it/)
    .first()
    .waitFor()
  assert.deepEqual(await findBarriers(page), [])
  const drawn = await page.locator('tbody tr').count()
  assert.ok(drawn < 100, `${drawn} rows`)

  await page.getByLabel('Search').fill('metrics_query_range')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Ask', exact: true }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/catalog/metrics_query_range')
  assert.deepEqual(await readTable(page, 'Places'), [
    ['metrics.query_range', 'web-1', 'prometheus', 'would be asked'],
  ])
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('is needed').first().waitFor()
  await page.getByLabel('expr').fill('up')
  // Without an end it would be now, which is put back by some seconds: before this Prometheus' first sample.
  await page.getByLabel('from').fill('-10s')
  await page.getByLabel('to', { exact: true }).fill(new Date().toISOString())
  await page.getByLabel('step').fill('1')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText(/^full: Every planned source answered/).waitFor()
  const chart = page.getByRole('img', { name: /job=/ })
  await chart.first().waitFor()
  assert.match((await chart.first().getAttribute('aria-label')) ?? '', /values from .* highest 1, last 1$/)
  assert.deepEqual(await findBarriers(page), [])

  await page.goto(`${stand.url}/catalog/host_processes_list`)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('none: Nothing was read: this answer proves nothing.').waitFor()
  await page
    .getByText(/denied_by_policy/)
    .first()
    .waitFor()
  assert.deepEqual(problems, [])
})
