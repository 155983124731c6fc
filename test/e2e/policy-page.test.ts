import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually } from '@vedette/test/kit'
import { findBarriers, openPage, readTable, signIn } from './browser.ts'
import { ORGANISATION, startAgent, startStand, untilAgent } from './stand.ts'

test('Policy completes a draft, shows what would disappear, applies it, and agents go from APPLYING to APPLIED', async (t) => {
  const stand = await startStand(t)
  const connectors = [{ connector: 'host' }]
  const agent = await startAgent(t, stand, { machine: 'web-1', connectors })
  await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
  const { page, problems } = await openPage(t)
  await signIn(page, stand.url, { token: stand.token, path: '/policy' })
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByText('None was ever applied', { exact: false }).waitFor()

  // By keyboard: a part of the name, down to the operation, chosen.
  const deny = page.getByRole('combobox', { name: 'Deny', exact: true })
  await deny.focus()
  await page.keyboard.type('host.disks')
  await page.getByRole('option', { name: /^host\.disks\.list .*in this fleet$/ }).waitFor()
  await eventually(
    async () => {
      await page.keyboard.press('ArrowDown')
      const active = await deny.getAttribute('aria-activedescendant')
      const chosen = active === null ? null : await page.locator(`[id="${active}"]`).textContent()
      return chosen?.startsWith('host.disks.list ') === true
    },
    { everyMs: 50 },
  )
  assert.deepEqual(await findBarriers(page), [])
  await page.keyboard.press('Enter')
  assert.equal(await deny.inputValue(), 'host.disks.list')
  await page.keyboard.press('Enter')
  await page.getByText(/^1 operations disappear at 1 agents, 0 are narrowed, 0 come back\.$/).waitFor()
  assert.deepEqual(
    (await readTable(page, 'Changes of the surface')).map((cells) => cells.slice(0, 4)),
    [['host.disks.list', 'disappears', 'web-1', 'host']],
  )
  await page.getByText(/^Tools no longer offered: .*host_disks_list/).waitFor()

  // What does not hold cannot be applied.
  await page.getByRole('combobox', { name: 'Operation', exact: true }).fill('host.disks.list')
  await page.getByLabel('Must be').selectOption('allowed')
  await page.getByRole('button', { name: 'Add the assertion' }).click()
  await page.getByText('1 assertions do not hold, so this cannot be applied:').waitFor()
  await page.getByRole('button', { name: 'Save the draft' }).click()
  const apply = page.getByRole('button', { name: 'Apply ...' })
  await apply.waitFor()
  assert.equal(await apply.isDisabled(), true)
  await page.getByRole('button', { name: 'Remove host.disks.list must be allowed' }).click()
  await page.getByText('Not saved.').waitFor()
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('Saved, and enforced nowhere.').waitFor()
  assert.equal((await stand.ask('host_disks_list')).visibility, 'full', 'a draft is enforced nowhere')

  const statusOf = async () => (await readTable(page, 'How far each agent is'))[0]?.[1]
  agent.send('SIGSTOP')
  await page.getByLabel('Note for the history').fill('disks are none of its business')
  await apply.click()
  await page.getByText(/^1 operations disappear at 1 agents.*Apply it to every agent\?/).waitFor()
  await page.getByRole('button', { name: 'Apply to every agent' }).click()
  await page.getByText(/^Version 1, applied /).waitFor()
  assert.match((await statusOf()) ?? '', /^APPLYING\n/)
  agent.send('SIGCONT')
  await eventually(async () => (await statusOf()) === 'APPLIED', { timeoutMs: 40_000 })
  assert.deepEqual(
    (await readTable(page, 'Versions of the policy')).map((cells) => [cells[0], cells[3], cells[4]]),
    [['1', 'disks are none of its business', 'host.disks.list']],
  )
  assert.equal((await stand.ask('host_disks_list')).visibility, 'none')
  assert.deepEqual(await findBarriers(page), [])

  // Somebody else's draft is never overwritten in silence.
  const facts = { organisation: ORGANISATION, name: 'reader', mode: 'read_only', role: 'viewer' } as const
  const viewer = await stand.store.tokens.create(facts)
  const headers = { authorization: `Bearer ${stand.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ rules: ['db.*'], assertions: [], revision: null })
  const edited = await fetch(`${stand.url}/api/v1/policy/draft`, { method: 'POST', headers, body })
  assert.equal(edited.status, 200)
  await page.getByText('The draft was changed elsewhere since you began.').waitFor()
  await page.getByRole('button', { name: /^Show how it is now/ }).click()
  await page.getByRole('list', { name: 'Rules of the draft' }).getByText('db.*').waitFor()
  assert.deepEqual(problems, [])

  const other = await openPage(t, { width: 390, height: 800, colorScheme: 'dark' })
  await signIn(other.page, stand.url, { token: viewer.secret, path: '/policy' })
  await other.page.getByText('Only an admin edits and applies the policy.').waitFor()
  await other.page.getByText(/^Version 1, applied /).waitFor()
  assert.equal(await other.page.getByRole('button', { name: /^(Save|Apply|Go back)/ }).count(), 0)
  assert.deepEqual(await findBarriers(other.page), [])
  const wide = await other.page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(Number(wide) <= 0, `${String(wide)} px too wide`)
})
