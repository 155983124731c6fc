import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { ROOT } from '@vedette/test/kit'
import type { AgentView } from '../../control-plane/src/fleet/types.ts'
import { agentView, connectorState, createFakeFleet, NOW } from '../../control-plane/testing/fakes.ts'
import { startHttp } from '../../control-plane/testing/http.ts'
import { openPage, signIn } from './browser.ts'
import { SCRIPTS } from './scripts.ts'

const PAGES = join(ROOT, 'control-plane', 'web', 'dist')
const OPERATIONS = Array.from({ length: 40 }, (_, at) => `k8s.made.up${at}`)

// This server keeps neither a policy nor what was sent, and the page says so.
const isOurs = (problem: string) => !/status of 404/.test(problem)

// The real server and pages over a fleet that a test moves by hand.
async function startPages(t: TestContext, agents: readonly AgentView[]) {
  const fleet = createFakeFleet(agents)
  return { fleet, url: (await startHttp(t, { fleet, pages: PAGES })).url }
}

test('nothing that an agent says runs in a page: names, labels, errors, versions, identities', async (t) => {
  const agents = SCRIPTS.map((script, at) =>
    agentView(
      script,
      [
        connectorState(script, ['host.disks.list'], {
          instance: script,
          health: 'down',
          code: script,
          since: script,
          scopes: [{ cluster: script }],
          servers: [{ name: script, health: 'down', code: script }],
          denied: [{ id: 'k8s.pods.list', rule: script }],
        }),
      ],
      {
        agent: `${at} ${script}`,
        version: script,
        identity: { kind: 'host', id: script },
        labels: { [script]: script },
        ...(at % 2 === 0
          ? {}
          : {
              status: 'disputed' as const,
              claimants: [
                { identity: { kind: 'host' as const, id: script }, incarnation: 'i', last_seen: NOW },
              ],
            }),
      },
    ),
  )
  const { url } = await startPages(t, agents)
  const { page, problems } = await openPage(t)
  const ran: string[] = []
  await page.exposeFunction('ran', (name: string) => void ran.push(name))
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', () => window.ran('policy violation'))",
  )
  await signIn(page, url, { token: 'vdt_admin', path: '/fleet' })
  await page.getByText(`${SCRIPTS.length} agents`, { exact: true }).waitFor()
  const all = new Set<string>()
  const frame = page.getByRole('region', { name: 'Agents', exact: true })
  for (let top = 0; top < 40_000; top += 400) {
    await frame.evaluate((element, y) => element.scrollTo(0, y), top)
    for (const text of await frame.locator('td[data-title="Agent"]').allTextContents()) all.add(text)
    if (all.size === SCRIPTS.length) break
  }
  assert.equal(all.size, SCRIPTS.length, 'every one of them was drawn')
  await page.mouse.move(400, 400)
  await page.goto(`${url}/catalog/k8s_pods_list`)
  await page
    .getByText(/denied_by_policy/)
    .first()
    .waitFor()
  assert.equal(
    await page
      .locator('body :is(script, iframe, img, object, embed, base, [onerror], [onload], [onfocus])')
      .count(),
    0,
  )
  assert.deepEqual(ran, [])
  assert.deepEqual(problems.filter(isOurs), [])
})

test('with 1,000 agents a page holds few rows, blocks for no task over 200 ms, and follows changes', async (t) => {
  const toAgent = (at: number, more: Partial<AgentView> = {}) =>
    agentView(
      `web-${String(at).padStart(4, '0')}`,
      ['kubernetes', 'prometheus', 'host'].map((name) => connectorState(name, OPERATIONS)),
      more,
    )
  const agents = Array.from({ length: 1_000 }, (_, at) => toAgent(at))
  const { url, fleet } = await startPages(t, agents)
  const { page, problems } = await openPage(t)
  await page.addInitScript(
    'window.tasks = []; new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((one) => one.duration))).observe({ type: "longtask", buffered: true })',
  )
  await signIn(page, url, { token: 'vdt_admin', path: '/fleet' })
  await page.getByText('1000 agents', { exact: true }).waitFor()
  await page
    .getByRole('table', { name: 'Agents' })
    .getByText(/^web-0000/)
    .waitFor()
  const rowsOf = async (label: string) => page.getByRole('table', { name: label }).locator('tbody tr').count()
  for (const label of ['Agents', 'Connector instances']) {
    const rows = await rowsOf(label)
    assert.ok(rows > 10 && rows < 100, `${label}: ${rows} rows`)
  }
  fleet.set([toAgent(0), ...agents.slice(1, 700), toAgent(700, { status: 'offline' }), ...agents.slice(701)])
  const agentsTable = page.getByRole('table', { name: 'Agents' })
  // Those in trouble stand first.
  await agentsTable.locator('tbody tr[aria-rowindex="2"]').getByText('offline').waitFor()
  assert.match((await agentsTable.locator('tr[aria-rowindex="2"]').textContent()) ?? '', /web-0700/)
  await page
    .getByRole('region', { name: 'Agents', exact: true })
    .evaluate((element) => element.scrollTo(0, 1e7))
  await agentsTable.getByText(/^web-0999/).waitFor()
  await page.getByLabel('Find agents').fill('web-0123')
  await page.getByText('1 of 1000 agents').waitFor()
  // What could not be read is told as such, never as an empty table.
  await page.getByText('Could not read the policy').waitFor()
  await page.getByText('Could not read what was sent').waitFor()
  const tasks: unknown = await page.evaluate('window.tasks')
  const longest = Math.max(0, ...(tasks as number[])) // numbers, by the script above
  t.diagnostic(`longest task ${longest} ms`)
  assert.ok(longest <= 200, `a task of ${longest} ms`)
  assert.deepEqual(problems.filter(isOurs), [])
})
