import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSignature } from '@vedette/proto/wire'
import { createFolder } from '@vedette/test/kit'
import { createNatsKey } from '../bus/nats-keys.ts'
import {
  addCallKey,
  addOrganisation,
  createOperator,
  createSigner,
  issueAgentJwt,
  loadOperator,
  operatorFile,
  promoteCallKey,
  saveOperator,
  toNatsAccounts,
  toNatsConfig,
  toSigningKeys,
} from './index.ts'

const NOW = Date.UTC(2030, 0, 1)

function claimsOf(jwt: string): Record<string, unknown> & { nats: Record<string, unknown> } {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
}

test('the operator file is written with mode 0600 and reads back as it was', async (t) => {
  const path = operatorFile(join(createFolder(t), 'data'))
  assert.equal(await loadOperator(path), null)
  const operator = await createOperator({ organisations: ['acme'], now: NOW })
  await saveOperator(path, operator)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.deepEqual(await loadOperator(path), operator)
})

test('a broken operator file is named without a word of its content', async (t) => {
  const path = operatorFile(createFolder(t))
  await writeFile(path, '{"operator":"SOSECRET"}')
  await assert.rejects(loadOperator(path), (error: Error) => {
    assert.match(error.message, /operator\.json is not an operator file/)
    assert.doesNotMatch(error.message, /SOSECRET/)
    return true
  })
})

test('no limit of an account is left at zero except leaf nodes, and nothing may be a bearer', async () => {
  const operator = await createOperator({ organisations: ['acme'], now: NOW })
  const limits = claimsOf(operator.organisations[0]?.account.jwt ?? '').nats.limits
  assert.deepEqual(limits, {
    subs: -1,
    data: -1,
    payload: -1,
    imports: -1,
    exports: -1,
    wildcards: true,
    conn: -1,
    leaf: 0,
    disallow_bearer: true,
  })
  assert.equal('mem_storage' in Object(claimsOf(operator.system.jwt).nats.limits), false)
})

test("an agent's JWT lives 24 hours and holds its own subjects only", async () => {
  const operator = await createOperator({ organisations: ['acme'], now: NOW })
  const key = createNatsKey('user')
  const issued = await issueAgentJwt(operator, {
    organisation: 'acme',
    agent: 'ag_1',
    public_key: key.public_key,
    now: NOW,
  })
  const claims = claimsOf(issued.jwt)
  assert.equal(claims.exp, NOW / 1000 + 86_400)
  assert.equal(issued.expires_at, NOW + 86_400_000)
  assert.equal(claims.sub, key.public_key)
  assert.deepEqual(claims.nats.pub, {
    allow: ['v1.agent.ag_1.report', 'v1.agent.ag_1.beat', 'v1.agent.ag_1.reply.>', 'v1.enroll'],
  })
  assert.equal('resp' in claims.nats, false)
  await assert.rejects(
    issueAgentJwt(operator, { organisation: 'acme', agent: 'a.>', public_key: key.public_key, now: NOW }),
    TypeError,
  )
})

test('a lobby may ask to enrol and hear the answer, nothing else', async () => {
  const operator = await createOperator({ organisations: ['acme'], now: NOW })
  const claims = claimsOf(operator.organisations[0]?.lobby.jwt ?? '')
  assert.deepEqual(claims.nats.pub, { allow: ['v1.enroll'] })
  assert.deepEqual(claims.nats.sub, { allow: ['_INBOX_lobby.>'] })
})

test('adding an organisation twice changes nothing, and each has an account of its own', async () => {
  const one = await createOperator({ organisations: ['acme'], now: NOW })
  assert.equal(await addOrganisation(one, 'acme'), one)
  const two = await addOrganisation(one, 'globex')
  assert.notEqual(two.organisations[0]?.account.public_key, two.organisations[1]?.account.public_key)
})

test('the configuration holds no seed and refuses a path that could break out of its quotes', async () => {
  const operator = await createOperator({ organisations: ['acme'], now: NOW })
  const text = toNatsConfig(operator, { port: 4222, resolver_dir: '/data/jwt' })
  assert.doesNotMatch(text, /\bS[OAU][A-Z2-7]{50,}/)
  assert.match(text, /listen: "127\.0\.0\.1:4222"/)
  assert.throws(
    () => toNatsConfig(operator, { port: 4222, resolver_dir: '/a" allow_delete: true' }),
    TypeError,
  )
})

test('a new call key is announced before it signs, and a retired one is still announced', async () => {
  const operator = await createOperator({ organisations: [], now: NOW })
  const first = operator.call_keys[0]?.kid
  const grown = addCallKey(operator, NOW)
  assert.equal(parseSignature(createSigner(grown)(Buffer.from('x')))?.kid, first)
  assert.equal(toSigningKeys(grown).length, 2)
  const promoted = promoteCallKey(grown, NOW)
  assert.notEqual(parseSignature(createSigner(promoted)(Buffer.from('x')))?.kid, first)
  assert.equal(toSigningKeys(promoted).length, 2)
})

test('a signature holds over the exact bytes under the announced raw key', async () => {
  const operator = await createOperator({ organisations: [], now: NOW })
  const bytes = Buffer.from('{"a":1}')
  const signature = parseSignature(createSigner(operator)(bytes))
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: toSigningKeys(operator)[0]?.public_key ?? '' },
    format: 'jwk',
  })
  const raw = Buffer.from(signature?.signature ?? '', 'base64url')
  assert.equal(verify(null, bytes, key, raw), true)
  assert.equal(verify(null, Buffer.from('{"a":2}'), key, raw), false)
})

test('the accounts alone hold every account and no key that signs', async () => {
  const operator = await createOperator({ organisations: ['acme', 'globex'], now: NOW })
  const text = toNatsAccounts(operator, '/data/jwt')
  assert.ok(toNatsConfig(operator, { port: 4222, resolver_dir: '/data/jwt' }).endsWith(text))
  for (const { account } of operator.organisations)
    assert.ok(text.includes(`${account.public_key}: ${account.jwt}`))
  assert.doesNotMatch(text, /\bS[OAU][A-Z2-7]{56}\b|listen/)
  assert.ok(JSON.stringify(operator).match(/\bS[OAU][A-Z2-7]{56}\b/), 'seeds look like that')
})
