import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { principal } from '../../testing/fakes.ts'
import { createFakeTokens, startHttp } from '../../testing/http.ts'
import type { AuditReader } from '../audit/index.ts'
import type { HttpAudit } from './api.ts'

// An audit whose newest row a test names; a name of null cannot be read.
function createNamedAudit(first: string | null) {
  let newest = first
  const list: AuditReader['list'] = async () => {
    if (newest === null) throw new Error('the store is away')
    return { rows: [{ hash: newest } as never], unreadable: 0 } // only the hash is looked at
  }
  const take = () => ({ written: Promise.resolve(true) })
  const audit = { list, record: () => true, take } as unknown as HttpAudit // nothing else of it is asked here
  const set = (name: string | null) => {
    newest = name
  }
  return { audit, set }
}

test('a change is told once, silence between changes is a comment, and a state that cannot be read ends the stream', async (t) => {
  const clock = createFakeClock()
  const named = createNamedAudit('a')
  const { url } = await startHttp(t, { clock, audit: named.audit })
  const headers = { authorization: 'Bearer vdt_viewer' }
  const reply = await fetch(`${url}/api/v1/changes?of=audit`, { headers })
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => (await reader?.read()) ?? { done: true, value: undefined }
  assert.match((await read()).value ?? '', /^event: changed\ndata: \{"at":"2030-01-01T00:00:00.000Z"\}\n\n$/)
  named.set('b')
  await clock.advance(1_000)
  assert.match((await read()).value ?? '', /^event: changed\ndata: \{"at":"2030-01-01T00:00:01.000Z"\}\n\n$/)
  for (let second = 0; second < 14; second += 1) await clock.advance(1_000)
  assert.equal((await read()).value, ':\n\n', 'nothing has changed')
  named.set(null)
  await clock.advance(1_000)
  assert.equal((await read()).done, true)
})

test('what is not kept, and what a narrowed token may not read, is refused and not silent', async (t) => {
  const narrow = principal({ id: 'tok_3', families: ['k8s'] })
  const { audit } = createNamedAudit('a')
  const store = createFakeTokens({ vdt_narrow: narrow })
  const { url } = await startHttp(t, { audit, store })
  const ask = async (of: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${url}/api/v1/changes?of=${of}`, { headers })).status
  }
  assert.equal(await ask('policy', 'vdt_admin'), 404)
  assert.equal(await ask('everything', 'vdt_admin'), 400)
  assert.equal(await ask('audit', 'vdt_narrow'), 403)
  assert.equal(await ask('audit', 'vdt_none'), 401)
})
