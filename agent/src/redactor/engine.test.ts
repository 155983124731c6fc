import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInlineEngine } from './engine.ts'

const engine = createInlineEngine()
const redactBody = (value: unknown) => engine(value, { mode: 'body' })

test('values under keys that name a secret are replaced and counted by kind', async () => {
  const { value, counts } = await redactBody({
    password: 'hunter2',
    DB_PASSWORD: 's3cret',
    clientSecret: 'abc',
    'X-Api-Key': 'k',
    nested: { authorization: 'Bearer x', cookies: 3, setCookie: ['a=b', 'c=d'] },
    pin: 1,
    rootPassword: 4711,
  })
  assert.deepEqual(value, {
    password: '<secret:password>',
    DB_PASSWORD: '<secret:password>',
    clientSecret: '<secret:secret>',
    'X-Api-Key': '<secret:api_key>',
    nested: {
      authorization: '<secret:authorization>',
      cookies: 3,
      setCookie: ['<secret:cookie>', '<secret:cookie>'],
    },
    pin: 1,
    rootPassword: '<secret:password>',
  })
  assert.deepEqual(counts, { password: 3, secret: 1, api_key: 1, authorization: 1, cookie: 2 })
})

test('names of secrets, placeholders, booleans and empty strings keep their meaning', async () => {
  const { value, counts } = await redactBody({
    secretKeyRef: { name: 'db', key: 'pw' },
    secret_backend_timeout: '5s',
    password: '',
    token: '***',
    secret: '{{ from_env }}',
    api_key: true,
    cookie: null,
  })
  assert.deepEqual(value, {
    secretKeyRef: { name: 'db', key: 'pw' },
    secret_backend_timeout: '5s',
    password: '<empty>',
    token: '***',
    secret: '{{ from_env }}',
    api_key: true,
    cookie: null,
  })
  assert.deepEqual(counts, {})
})

test('credentials in free text are replaced where they stand', async () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      'dial postgres://app:hunter2@db:5432/x failed',
      'dial postgres://<secret:url_userinfo>@db:5432/x failed',
    ],
    ['Authorization: Bearer abc.DEF-123456', 'Authorization: Bearer <secret:authorization>'],
    ['login password=hunter2 user=bob', 'login password=<secret:password> user=bob'],
    ["api_key='zzz' retry=3", "api_key='<secret:api_key>' retry=3"],
    [
      'k: -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- end',
      'k: <secret:private_key> end',
    ],
    ['https://shop/?token=abc&page=2', 'https://shop/?token=<secret:token>&page=2'],
  ]
  for (const [text, expected] of cases) assert.deepEqual((await redactBody([text])).value, [expected])
})

test('passwords given to tools and named in other languages are replaced', async () => {
  const password = '<secret:password>'
  const cases: readonly (readonly [string, string])[] = [
    ['PGPASSWORD=Zx9kqLm2vT psql', `PGPASSWORD=${password} psql`],
    ['MYSQL_PWD=hunter mysql', `MYSQL_PWD=${password} mysql`],
    ['REDISCLI_AUTH=hunter redis-cli', `REDISCLI_AUTH=${password} redis-cli`],
    ['redis-server --requirepass hunter', `redis-server --requirepass ${password}`],
    ['requirepass hunter', `requirepass ${password}`],
    ['docker login -u a -p hunter reg.example.org', `docker login -u a -p ${password} reg.example.org`],
    ['ldapsearch -x -D cn=admin -w hunter -b dc=x', `ldapsearch -x -D cn=admin -w ${password} -b dc=x`],
    ['contraseña=hola ok', `contraseña=${password} ok`],
    ['contrasena=hola ok', `contrasena=${password} ok`],
    ['passwort=hallo ok', `passwort=${password} ok`],
    ['mot_de_passe=salut ok', `mot_de_passe=${password} ok`],
  ]
  for (const [text, expected] of cases) assert.deepEqual((await redactBody([text])).value, [expected])
})

test('what a flag of a command line gives under the name of a secret is one; files and other flags stay', async () => {
  const secret = '<secret:generic_secret>'
  const cases: readonly (readonly [string, string])[] = [
    ['run --db-pass hunterA1 -v', 'run --db-pass <secret:password> -v'],
    ['run --pw=hunterD4', 'run --pw=<secret:password>'],
    ['run --auth hunterH8', 'run --auth <secret:credentials>'],
    ['run --key hunterI9', `run --key ${secret}`],
    ['run --key /etc/tls/server.pem --port 1', 'run --key /etc/tls/server.pem --port 1'],
    ['run --auth --port 1', 'run --auth --port 1'],
    ['run --sort-key name --authorization-mode=RBAC', 'run --sort-key name --authorization-mode=RBAC'],
    ['the key hunterI9 and auth hunterH8', 'the key hunterI9 and auth hunterH8'],
  ]
  for (const [text, expected] of cases) {
    assert.deepEqual((await redactBody([text])).value, [expected])
    assert.deepEqual((await redactBody({ args: text.split(' ') })).value, { args: expected.split(' ') })
  }
})

test("the product's own tokens are replaced where they stand bare, and what is almost one stays", async () => {
  const long = 'Ab3-_'.repeat(8)
  for (const prefix of ['vdt_', 'vdj_', 'vdc_'])
    for (const body of [`${long}xyz`, long.slice(0, 32)])
      assert.deepEqual((await redactBody([`got ${prefix}${body} now`])).value, [
        'got <secret:vedette_token> now',
      ])
  for (const text of ['vdt_short', `vdx_${long}xyz`, `vdt_${long}`])
    assert.deepEqual((await redactBody([text])).value, [text])
})

test('ordinary text stays as it is', async () => {
  const lines = [
    'level=info trace_id=4bf92f3577b34da6a3ce929d0e0e4736 status=200',
    'image sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'rate(http_requests_total{code="500"}[5m])',
    'arn:aws:iam::123456789012:role/app',
    'basic authentication is off; token bucket is empty',
  ]
  const { value, counts } = await redactBody(lines)
  assert.deepEqual(value, lines)
  assert.deepEqual(counts, {})
})

test('JSON inside a string is redacted as JSON', async () => {
  const inner = JSON.stringify({ user: 'bob', deep: JSON.stringify({ password: 'hunter2' }) })
  const { value, counts } = await redactBody({ line: inner })
  assert.equal(JSON.stringify(value).includes('hunter2'), false)
  assert.deepEqual(counts, { password: 1 })
  assert.equal(JSON.parse((value as { line: string }).line).user, 'bob')
})

test('control, zero-width and bidirectional characters and terminal escapes are stripped from values and keys', async () => {
  const { value } = await redactBody({
    'na\u200bme': '\u001b[31mred\u001b[0m\u202eevil\u2066\u0007 ok\ttab\nline\ud800',
  })
  assert.deepEqual(value, { name: 'redevil ok\ttab\nline\ufffd' })
})

test('an invisible character inside a key does not hide the secret below it', async () => {
  const { value } = await redactBody({ 'pass\u200bword': 'hunter2' })
  assert.deepEqual(value, { password: '<secret:password>' })
})

test('keys that become equal stay apart, and __proto__ stays a plain key', async () => {
  const { value } = await redactBody(JSON.parse('{"a":1,"a\\u200b":2,"__proto__":{"polluted":true}}'))
  assert.deepEqual(JSON.stringify(value), '{"a":1,"a#2":2,"__proto__":{"polluted":true}}')
  assert.equal(({} as { polluted?: boolean }).polluted, undefined)
})

test('our own structure is not judged by its key names, its text is', async () => {
  const parts = [{ scope: {}, credential: 'prometheus', token: 'page-2', why: 'password=hunter2' }]
  const { value } = await engine({ parts }, { mode: 'protocol' })
  assert.deepEqual(value, {
    parts: [{ scope: {}, credential: 'prometheus', token: 'page-2', why: 'password=<secret:password>' }],
  })
})

test('a private key whose end is cut off takes what follows with it', async () => {
  const cut = '-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC'
  assert.deepEqual((await redactBody([`key: ${cut}`, `${cut} -----BEGIN PRIVATE KEY-----\nMIIE`])).value, [
    'key: <secret:private_key>',
    '<secret:private_key><secret:private_key>',
  ])
})

test('a line made to be slow takes no more steps than its length allows', async () => {
  const size = 96 * 1024
  const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
  const plain = await measure(fill('level=info msg="request done" status=200 '))
  for (const piece of [
    '-----BEGIN PRIVATE KEY-----',
    'a://',
    'a=',
    'password=',
    'a.',
    '"',
    'bearer ',
    'a:b@',
    "x='",
    '-',
  ])
    assert.ok((await measure(fill(piece))) < 50 * plain + 50, piece)
})

// Milliseconds of this process's own work.
async function measure(text: string): Promise<number> {
  const before = process.cpuUsage()
  await redactBody([text])
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test('what is nested too deep is refused rather than passed', async () => {
  let value: unknown = 'x'
  for (let depth = 0; depth < 200; depth += 1) value = [value]
  await assert.rejects(redactBody(value), RangeError)
})

test('long secrets are found behind any number of beginnings that are none', async () => {
  const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${'s'.repeat(43)}`
  const putty = (name: string) =>
    `PuTTY-User-Key-File-2: ${name}\nPublic-Lines: 1\nAAAA\nPrivate-MAC: ${'0a'.repeat(20)}`
  for (const [text, secret] of [
    [`${'xoxb-eyJ'.repeat(2000)}-${jwt}`, jwt],
    [`${'xoxb-eyJ'.repeat(600)}.. ${jwt}`, jwt],
    [`${'eyJ a eyJ. '.repeat(900)}${jwt}`, jwt],
    [`${'PuTTY-User-Key-File-2: x '.repeat(900)}${putty('ssh-rsa')}`, 'Private-MAC: 0a0a'],
    [`${'PuTTY-User-Key-File-2: x Private-MAC: '.repeat(300)}${putty('ssh-rsa')}`, 'Private-MAC: 0a0a'],
  ] as const) {
    const { value } = await redactBody({ text })
    assert.equal(JSON.stringify(value).includes(secret), false, text.slice(-80))
  }
})

test('a national number counts in each way of writing it, and not with other characters behind its beginning', async () => {
  const { counts } = await redactBody([
    '2 55 08 2A 004 018 77',
    '255082A00401877',
    '25508 2A 004 018 77',
    '255 08 2A 004 018 77',
    '200 in 37ms',
    '25508 in 3ms',
  ])
  assert.deepEqual(counts, { fr_nir: 4 })
})
