import assert from 'node:assert/strict'
import test from 'node:test'
import { openPage, signIn } from './browser.ts'
import { SCRIPTS } from './scripts.ts'
import { ORGANISATION, type Stand, send, startStand } from './stand.ts'

const NOW = Date.now()
const THREAD = `inv_${'h'.repeat(22)}`

// Threads, entries, actions, audit rows and versions of the policy whose every free text is a script.
async function fill(stand: Stand): Promise<void> {
  const { investigations, actions } = stand.store
  const toThread = (id: string, text: string) => ({
    organisation: ORGANISATION,
    id,
    title: text,
    titled_by: 'model' as const,
    principal: text,
    client: text,
    opened_at: NOW,
    last_at: NOW,
    calls: 0,
    partial: 0,
    none: 0,
    errors: 0,
    outcome: text,
    outcome_by: 'model' as const,
  })
  await investigations.open(toThread(THREAD, SCRIPTS[0] ?? ''))
  for (const [at, text] of SCRIPTS.entries()) {
    await investigations.open(toThread(`inv_${String(at).padStart(22, '0')}`, text))
    const step = {
      organisation: ORGANISATION,
      investigation: THREAD,
      call: `c${at}`,
      at: NOW,
      principal: text,
    }
    await investigations.addStep(
      {
        ...step,
        tool: text,
        title: text,
        purpose: text,
        arguments: { [text]: text },
        visibility: 'partial',
        error: text,
        took_ms: 1,
        sources: [{ operation: text, connector: text, state: text, n: 2 }],
      },
      1000,
    )
    for (const kind of ['hypothesis', 'note', 'link'] as const)
      await investigations.addEntry({
        organisation: ORGANISATION,
        investigation: THREAD,
        id: `${kind}${at}`,
        at: NOW,
        updated_at: NOW,
        author: 'model',
        principal: text,
        kind,
        text,
        word: kind === 'note' ? null : text,
        evidence: [text],
      })
    await actions.add({
      organisation: ORGANISATION,
      id: `pa_${String(at).padStart(22, '0')}`,
      requester: text,
      tool: text,
      arguments: { [text]: text },
      tier: 'high_risk',
      parts: [
        {
          operation: text,
          arguments: { name: text },
          agent: text,
          agent_name: text,
          incarnation: text,
          instance: text,
          tier: 'high_risk',
          hash: text,
        },
      ],
      preview: { [text]: text },
      investigation: null,
      state: at % 3 === 0 ? 'done' : 'approval_pending',
      why: text,
      created_at: NOW,
      expires_at: NOW + 600_000,
      decided_at: null,
      approver: text,
      run_until: null,
    })
  }
  const headers = { authorization: `Bearer ${stand.token}`, 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    send(`${stand.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  for (const text of SCRIPTS) await post('/call', { tool: text, arguments: { [text]: text } })
  const rules = SCRIPTS.map((text, at) => ({
    deny: 'k8s.pods.list',
    namespace: `${at} ${text}`.trim().slice(0, 128),
  }))
  const draft = await post('/policy/draft', { rules, assertions: [], revision: null })
  assert.equal(draft.status, 200, draft.text)
  const note = SCRIPTS.join(' ').slice(0, 500).trim()
  assert.equal((await post('/policy/apply', { revision: draft.body.revision, note })).status, 200)
}

test('nothing that was written or asked runs in a page: titles, notes, links, arguments, previews, rules', async (t) => {
  const stand = await startStand(t)
  await fill(stand)
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
  await signIn(page, stand.url, { token: stand.token, path: '/investigations' })
  const first = SCRIPTS[0] ?? ''
  const proofs: readonly (readonly [path: string, drawn: string])[] = [
    ['/investigations', first],
    [`/investigations/${THREAD}`, first],
    ['/approvals', first],
    ['/audit', 'policy.applied'],
    ['/policy', 'Version 1, applied'],
  ]
  for (const [path, drawn] of proofs) {
    await page.goto(`${stand.url}${path}`)
    await page.locator('#main').getByText(drawn, { exact: false }).first().waitFor()
    // Long tables draw what is in view: all of it is brought there, and opened.
    await page.evaluate(`(async () => {
      const frames = [...document.querySelectorAll('.long')]
      for (let top = 0; top < 8000; top += 400) {
        for (const frame of frames) frame.scrollTo(0, top)
        for (const closed of document.querySelectorAll('details')) closed.open = true
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()`)
    await page.mouse.move(400, 400)
    assert.equal(
      await page
        .locator(
          'body :is(script, iframe, img, object, embed, base, form[action], [onerror], [onload], [onfocus])',
        )
        .count(),
      0,
      path,
    )
    const hrefs: unknown = await page.evaluate('[...document.querySelectorAll("a")].map((one) => one.href)')
    for (const href of hrefs as string[]) // addresses, by the script above
      assert.match(href, /^https?:/, `${path} points at ${href}`)
  }
  assert.deepEqual(ran, [])
  assert.deepEqual(problems, [])
})
