import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createHttpClient } from './http.ts'
import { createFakeClock } from './testing/index.ts'

type Pair = Readonly<{ key: string; cert: string }>

// A certificate for localhost that signs itself, or null without openssl.
function makeCertificate(): Pair | null {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  try {
    execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } catch {
    return null
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const pair = makeCertificate()

test('TLS is verified: only an authority that the configuration names is trusted (needs openssl)', {
  ...(pair === null ? { skip: 'no openssl' } : {}),
}, async () => {
  assert.ok(pair !== null)
  const server = createServer({ ...pair }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('[1]')
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const clock = createFakeClock()
  const ask = async (host: string, tls?: { ca: string }) => {
    const baseUrl = `https://${host}:${address.port}`
    const client = createHttpClient({ baseUrl, name: 'vendor', ...(tls === undefined ? {} : { tls }) })
    const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 100 }
    return client.get({ path: [], context }).finally(client.close)
  }
  const failure = (errno: string) => ({ state: 'upstream_failed', carried: { errno } })
  await assert.rejects(ask('localhost'), failure('DEPTH_ZERO_SELF_SIGNED_CERT'))
  assert.deepEqual((await ask('localhost', { ca: pair.cert })).json, [1])
  if (address.family === 'IPv4')
    await assert.rejects(ask('127.0.0.1', { ca: pair.cert }), failure('ERR_TLS_CERT_ALTNAME_INVALID'))
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
