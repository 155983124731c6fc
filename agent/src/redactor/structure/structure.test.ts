import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { hostProcessesList } from '@vedette/proto/operations'
import { redactSync } from '../redact-sync.ts'
import { toHintTree } from './hints.ts'

const key = new Uint8Array(32)
const redact = (value: unknown, options = {}) => redactSync(value, { mode: 'body', key, ...options })
const mask = (value: unknown, options = {}) =>
  JSON.parse(JSON.stringify(redact(value, options).value).replace(/<([a-z0-9_]+):[a-z2-9]{6}>/g, '<$1>'))

test('data of Secrets never leaves, alone or in a list; names and types stay', () => {
  const secret = {
    kind: 'Secret',
    type: 'Opaque',
    metadata: { name: 'db' },
    data: { 'any.name': 'YWJj', empty: '' },
  }
  assert.deepEqual(mask(secret), {
    ...secret,
    data: { 'any.name': '<secret:k8s_secret_data>', empty: '<empty>' },
  })
  const { kind: _, ...item } = secret
  assert.deepEqual(
    mask({ kind: 'SecretList', items: [item] }).items[0].data['any.name'],
    '<secret:k8s_secret_data>',
  )
  assert.deepEqual(mask({ stringData: { a: 'b' }, kind: 'Secret' }).stringData, {
    a: '<secret:k8s_secret_data>',
  })
})

test('the annotation of the last applied configuration is dropped whatever it holds', () => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{"a":"plain"}', note: 'plain' }
  assert.deepEqual(mask({ metadata: { annotations } }).metadata.annotations, {
    'kubectl.kubernetes.io/last-applied-configuration': '<secret:last_applied_configuration>',
    note: 'plain',
  })
})

test('variables are masked unless their name or value says nothing secret; references keep their names', () => {
  const reference = { name: 'PW', valueFrom: { secretKeyRef: { name: 'db', key: 'password' } } }
  const env = [
    { name: 'LICENSE', value: 'abc def' },
    { name: 'DB_PASSWORD', value: 'x' },
    { name: 'LOG_LEVEL', value: 'debug' },
    { name: 'RETRIES', value: '3' },
    { name: 'FROM', value: '$(OTHER)' },
    reference,
  ]
  assert.deepEqual(mask({ containers: [{ name: 'web', env }] }).containers[0].env, [
    { name: 'LICENSE', value: '<secret:env_value>' },
    { name: 'DB_PASSWORD', value: '<secret:password>' },
    { name: 'LOG_LEVEL', value: 'debug' },
    { name: 'RETRIES', value: '3' },
    { name: 'FROM', value: '$(OTHER)' },
    reference,
  ])
  assert.deepEqual(mask({ Env: ['A=some thing', 'PATH=/bin'] }), {
    Env: ['A=<secret:env_value>', 'PATH=/bin'],
  })
  assert.deepEqual(mask({ env: { SOME: 'thing else', PORT: '80' } }), {
    env: { SOME: '<secret:env_value>', PORT: '80' },
  })
  assert.deepEqual(mask({ env: 'prod', environment: { name: 'prod' } }), {
    env: 'prod',
    environment: { name: 'prod' },
  })
})

test('a flag or a header gives its name to what follows, a pair to its value', () => {
  assert.deepEqual(mask({ args: ['--password', 'hunter2', '--port', '80'] }).args, [
    '--password',
    '<secret:password>',
    '--port',
    '80',
  ])
  assert.deepEqual(
    mask({
      headers: [
        ['authorization', 'abc'],
        ['accept', 'abc'],
      ],
    }).headers,
    [
      ['authorization', '<secret:authorization>'],
      ['accept', 'abc'],
    ],
  )
  assert.deepEqual(
    mask([
      { key: 'api_key', value: 'abc' },
      { key: 'team', value: 'abc' },
    ]),
    [
      { key: 'api_key', value: '<secret:api_key>' },
      { key: 'team', value: 'abc' },
    ],
  )
})

test('a name is a person only beside what only a person has', () => {
  assert.deepEqual(mask({ name: 'Maria Silva', email: 'm@x.org' }), {
    name: '<person_name>',
    email: '<email>',
  })
  assert.deepEqual(mask({ name: 'web', namespace: 'shop', email: 'm@x.org' }).name, 'web')
  assert.deepEqual(mask({ name: 'web', image: 'nginx' }), { name: 'web', image: 'nginx' })
})

test('public addresses stay in fields of infrastructure and go in prose and in fields of callers', () => {
  const value = { ip: '8.8.8.8', client_ip: '8.8.8.8', line: 'from 8.8.8.8 to 10.0.0.1', cidr: '8.8.8.0/24' }
  assert.deepEqual(mask(value), {
    ip: '8.8.8.8',
    client_ip: '<ip_address>',
    line: 'from <ip_address> to 10.0.0.1',
    cidr: '8.8.8.0/24',
  })
  assert.deepEqual(mask(value, { addresses: 'keep' }), value)
  assert.equal(mask(value, { addresses: 'tag_all' }).ip, '<ip_address>')
})

test('numbers are read as they are written, a leading zero that was lost included', () => {
  assert.deepEqual(mask({ n: 4111111111111111, cpf: 52998224725, ssn: 1010001, bytes: 52998224725 }), {
    n: '<card_pan>',
    cpf: '<br_cpf>',
    ssn: '<us_ssn>',
    bytes: 52998224725,
  })
})

test('what an operation says of its fields comes first', () => {
  const hints = toHintTree(hostProcessesList.output)
  const { value } = redact(
    {
      processes: [
        { user: 'mjones', command: 'psql --password hunter2' },
        { user: 'postgres', command: 'sh' },
      ],
    },
    { hints },
  )
  const text = JSON.stringify(value)
  assert.match(text, /"user":"<user_handle:[a-z2-9]{6}>"/)
  assert.match(text, /"psql --password <secret:password>"/)
  assert.match(text, /"user":"postgres"/)
})

test('literals of a statement are hidden, its words stay', () => {
  const { value, counts } = redact({ sql: "SELECT * FROM users WHERE mail = 'a@b.org' AND id = 42 LIMIT 10" })
  assert.deepEqual(value, { sql: 'SELECT * FROM users WHERE mail = ? AND id = ? LIMIT ?' })
  assert.deepEqual(counts, { sql_literal: 3 })
})

test('encodings are read three layers deep, and what goes deeper or is too long does not leave', () => {
  const wrap = (text: string) => Buffer.from(text).toString('base64')
  let text = 'mail joe.doe@example.org'
  for (let layer = 1; layer <= 5; layer += 1) {
    text = wrap(text)
    assert.match(
      JSON.stringify(redact([`got ${text} back`]).value),
      layer <= 3 ? /^\["got <email:/ : /^\["got <secret:undecoded>/,
    )
  }
  const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024, 'a')).toString('base64')
  assert.deepEqual(redact([bomb]).value, ['<secret:undecoded>'])
  assert.deepEqual(redact([wrap('nothing to see here at all')]).value, [wrap('nothing to see here at all')])
})

test('JSON inside prose is read as a structure', () => {
  const line = `got {"full_name":"Maria Silva","kind":"x"} from {"n":1} and {"broken"`
  assert.match(
    JSON.stringify(redact([line]).value),
    /^\["got \{\\"full_name\\":\\"<person_name:[a-z2-9]{6}>\\",\\"kind\\":\\"x\\"\} from \{\\"n\\":1\} and \{\\"broken\\""\]$/,
  )
})

test('what was redacted stays as it is when it is redacted again', () => {
  const once = redact({
    line: 'mail a@b.org cpf 529.982.247-25 password=hunter2 Authorization: Bearer abcDEF123',
    token: 'x',
  }).value
  assert.deepEqual(redact(once).value, once)
})

test('a Secret in YAML loses its data, whatever stands before and after', () => {
  const text =
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n  foo: aGk=\n  bar: |\n    bGluZQ==\ntype: Opaque\n'
  assert.equal(
    redact(text).value,
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n  foo: <secret:k8s_secret_data>\n  bar: <secret:k8s_secret_data>\n    <secret:k8s_secret_data>\ntype: Opaque\n',
  )
  const map = text.replace('Secret', 'ConfigMap').replace('aGk=', 'plain')
  assert.equal(redact(map).value, map)
})

test('passwords in connection strings and on command lines go whole', () => {
  assert.equal(
    redact('Server=x;Password=abc def;Encrypt=true').value,
    'Server=x;Password=<secret:password>;Encrypt=true',
  )
  assert.equal(
    redact('mysql -u root -phunter2 db; sshpass -p hunter2 ssh; redis-cli -h r -a hunter2 ping').value,
    'mysql -u root -p<secret:password> db; sshpass -p <secret:password> ssh; redis-cli -h r -a <secret:password> ping',
  )
  assert.equal(redact('curl -u joe:hunter2 https://x').value, 'curl -u joe:<secret:authorization> https://x')
})

test('rows of equal keys are read by their own values, however many came before that hold nothing', () => {
  const row = { pod: 'web', note: 'ready', email: '', at: 1 }
  const rows = [row, row, { ...row, note: 'password=hunter2zz' }, { ...row, email: 'ana@example.org' }, row]
  assert.deepEqual(mask(rows), [
    row,
    row,
    { ...row, note: 'password=<secret:password>' },
    { ...row, email: '<email>' },
    row,
  ])
})

test('keys learnt around foreign text still name secrets inside it', () => {
  const inner = { password: 'correct horse', note: 'x' }
  const parts = [inner, inner, { ...inner, note: JSON.stringify(inner) }]
  assert.deepEqual(mask(parts, { mode: 'protocol' })[2], {
    ...inner,
    note: JSON.stringify({ password: '<secret:password>', note: 'x' }),
  })
})

test('an object in which something changes is copied: what was given stays as it was', () => {
  const row = { note: 'fine' }
  const given = [row, { note: 'password=hunter2zz' }, { note: 'password=hunter2zz' }]
  const before = structuredClone(given)
  mask(given)
  assert.deepEqual(given, before)
})
