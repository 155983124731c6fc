import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test from 'node:test'
import { eventually, startAlertmanager } from '@vedette/test/kit'
import type { ActionRow } from '../../control-plane/src/store/types.ts'
import { findBarriers, openPage, signIn } from './browser.ts'
import { type Answer, ORGANISATION, type Stand, send, startAgent, startStand, untilAgent } from './stand.ts'

const SILENCE = {
  matchers: [{ label: 'alertname', value: 'DiskFull' }],
  minutes: 20,
  comment: 'the disk is being replaced',
}
const FACTS = { organisation: ORGANISATION, mode: 'cautious' } as const

async function ask(stand: Stand, token: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = { tool: 'alerts_silences_create', arguments: SILENCE, interactive: true }
  return eventually(
    async () => {
      const told = await send(`${stand.url}/api/v1/call`, {
        method: 'POST',
        headers,
        body: JSON.stringify(call),
      })
      if (told.body['status'] !== 'approval_pending') throw new Error(told.text.slice(0, 600))
      return told.body
    },
    { timeoutMs: 20_000, everyMs: 300 },
  )
}

test('a silence that one person asks for is approved by another by keyboard alone, and run by the first', async (t) => {
  const stand = await startStand(t)
  const manager = await startAlertmanager(t)
  await startAgent(t, stand, {
    machine: 'writing',
    connectors: [
      { connector: 'prometheus', config: { url: manager.url, alertmanager: { url: manager.url } } },
    ],
    file: { writes: ['alerts.silences.create'] },
  })
  await untilAgent(stand, 'writing', { status: 'connected' })
  const asker = await stand.store.tokens.create({ ...FACTS, name: 'asker', role: 'approver' })
  const approver = await stand.store.tokens.create({ ...FACTS, name: 'approver', role: 'approver' })
  const theirs = await openPage(t)
  await signIn(theirs.page, stand.url, { token: approver.secret, path: '/approvals' })
  await theirs.page.getByText('Nothing waits for a person.').waitFor()

  // It comes by itself, without a reload.
  const asked = await ask(stand, asker.secret)
  const id = String(asked['pending_action_id'])
  const card = theirs.page.getByRole('article', { name: `alerts_silences_create ${id}` })
  await card.waitFor()
  const text = (await card.allInnerTexts()).join()
  for (const expected of [
    asker.id,
    'DiskFull',
    'the disk is being replaced',
    'writing',
    'send',
    '"minutes": 20',
  ])
    assert.ok(text.includes(expected), `${expected} in ${text}`)
  await card.getByRole('region', { name: 'What it would silence, when it was asked' }).waitFor()
  assert.match(text, /Expires\s+.+\(1[45] minutes left\)/)
  assert.deepEqual(await findBarriers(theirs.page), [])

  const mine = await openPage(t, { width: 390, height: 800, colorScheme: 'dark' })
  await signIn(mine.page, stand.url, { token: asker.secret, path: '/approvals' })
  await mine.page.getByText('who asks may not approve what is send', { exact: false }).waitFor()
  assert.equal(await mine.page.getByRole('button', { name: /^Approve/ }).count(), 0)
  assert.deepEqual(await findBarriers(mine.page), [])
  const wide = await mine.page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(Number(wide) <= 0, `${String(wide)} px too wide`)

  const silences = async (): Promise<readonly Answer[]> => (await send(`${manager.url}/api/v2/silences`)).body
  const reach = async (name: string) => {
    for (let step = 0; step < 60; step += 1) {
      await theirs.page.keyboard.press('Tab')
      if ((await theirs.page.evaluate('document.activeElement.textContent')) === name) return
    }
    throw new Error(`no Tab reaches ${name}`)
  }
  await reach('Approve ...')
  await theirs.page.keyboard.press('Enter')
  assert.deepEqual(await silences(), [])
  await theirs.page.getByText('Approve exactly what is shown above, once?', { exact: false }).waitFor()
  assert.equal((await stand.store.actions.find(ORGANISATION, id))?.state, 'approval_pending')
  await reach('Approve it now')
  await theirs.page.keyboard.press('Enter')
  await card.getByText(/^approved, not run yet/).waitFor()
  assert.deepEqual(await silences(), [], 'an approval changes nothing by itself')

  await mine.page.getByRole('button', { name: 'Run it now' }).click()
  await mine.page.getByText(/"created": true/).waitFor()
  await mine.page.getByText(/^has run/).waitFor()
  assert.deepEqual(
    (await silences()).map((one) => [one.createdBy, one.status.state]),
    [['vedette', 'active']],
  )
  await theirs.page.getByRole('table', { name: 'Earlier actions' }).getByText('has run').waitFor()
  assert.deepEqual([...theirs.problems, ...mine.problems], [])
})

test('what is high_risk needs the typed name of its object, and an unknown outcome stands first and loud', async (t) => {
  const stand = await startStand(t)
  const now = Date.now()
  const toRow = (more: Partial<ActionRow>): ActionRow => ({
    organisation: ORGANISATION,
    id: `pa_${randomBytes(16).toString('base64url')}`,
    requester: 'tok_other',
    tool: 'k8s_workloads_restart',
    arguments: { namespace: 'shop', name: 'checkout' },
    tier: 'high_risk',
    parts: [
      {
        operation: 'k8s.workloads.restart',
        arguments: { namespace: 'shop', kind: 'Deployment', name: 'checkout', resource_version: '7' },
        agent: 'ag_1',
        agent_name: 'prod-eu',
        incarnation: 'i',
        instance: 'kubernetes',
        tier: 'high_risk',
        hash: 'h',
      },
    ],
    preview: { restarted: false, desired: 3 },
    investigation: null,
    state: 'approval_pending',
    why: null,
    created_at: now,
    expires_at: now + 600_000,
    decided_at: null,
    approver: null,
    run_until: null,
    ...more,
  })
  const waiting = toRow({})
  await stand.store.actions.add(waiting)
  await stand.store.actions.add(toRow({ state: 'outcome_unknown', why: 'no_outcome' }))
  const { page, problems } = await openPage(t)
  await signIn(page, stand.url, { token: stand.token, path: '/approvals' })
  await page.getByText('1 may or may not have happened. Look at the source before asking again.').waitFor()
  assert.deepEqual(await page.locator('#main h2').allInnerTexts(), ['Outcome unknown', 'Waiting'])
  await page.getByText(/^OUTCOME UNKNOWN: it may or may not have happened/).waitFor()

  const card = page.getByRole('article', { name: `k8s_workloads_restart ${waiting.id}` })
  await card.getByRole('button', { name: 'Approve ...' }).click()
  const approve = card.getByRole('button', { name: 'Approve it now' })
  assert.equal(await approve.isDisabled(), true)
  await card.getByLabel('Type checkout to approve').fill('checkou')
  assert.equal(await approve.isDisabled(), true)
  await card.getByLabel('Type checkout to approve').fill('checkout')
  assert.deepEqual(await findBarriers(page), [])
  await approve.click()
  await card.getByText(/^approved, not run yet/).waitFor()
  assert.equal((await stand.store.actions.find(ORGANISATION, waiting.id))?.state, 'approved')
  assert.deepEqual(problems, [])

  await stand.store.actions.add(toRow({}))
  const viewer = await stand.store.tokens.create({ ...FACTS, name: 'reader', role: 'viewer' })
  const other = await openPage(t)
  await signIn(other.page, stand.url, { token: viewer.secret, path: '/approvals' })
  await other.page.getByText('You see what you asked for; approvers see all of the organisation.').waitFor()
  assert.equal(await other.page.getByRole('article').count(), 0)
})
