import { generateKeyPairSync } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { createUser } from '@nats-io/nkeys'
import { fill, type Random } from '../random.ts'
import type { Sample, Source } from './sample.ts'

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const makeJwt = (random: Random) =>
  `${base64url({ alg: random.pick(['HS256', 'RS256', 'ES256']), typ: 'JWT' })}.${base64url({ sub: fill(random, '{A12}'), iat: 1 })}.${fill(random, '{u43}')}`

const PEMS = [
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
  generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs1', format: 'pem' }),
].map((pem) => String(pem).trimEnd())

function makePem(random: Random): Sample {
  const value = random.pick(PEMS)
  return { value, core: value.split('\n')[1] ?? '' }
}

const zero = (kind: string, make: (random: Random) => Sample): Source => ({ kind, bar: 'zero', make })
const around = (kind: string, template: string, before: string, key: string): Source =>
  zero(kind, (random) => ({ value: fill(random, template), before, key }))

export const STRUCTURES: readonly Source[] = [
  zero('jwt', (random) => ({ value: makeJwt(random) })),
  zero('private_key', makePem),
  around('wireguard_key', '{b43}=', 'PrivateKey = ', 'private_key'),
  zero('nats_nkey', () => ({ value: new TextDecoder().decode(createUser().getSeed()) })),
  zero('url_userinfo', (random) => {
    const value = fill(random, '{A12}')
    return {
      value: `${value}@db.example.org/x`,
      core: value,
      before: 'postgres://app:',
      key: 'database_password',
    }
  }),
  around('url_secret', '{A24}', 'https://api.example.org/v1?access_token=', 'access_token'),
  around('connection_string', '{A16}', 'Server=db;User Id=app;Password=', 'connection_string'),
  around('authorization', '{A30}9', 'Authorization: Bearer ', 'authorization'),
  around('cookie', 'session={A32}', 'Cookie: ', 'cookie'),
  around('header_secret', '{A30}', 'X-Api-Key: ', 'x-api-key'),
  around('presigned_url', '{h64}', 'https://b.s3.amazonaws.com/k?X-Amz-Signature=', 'signed_token'),
  zero('k8s_secret_data', (random) => {
    const value = fill(random, '{b24}')
    return {
      value,
      object: { kind: 'Secret', apiVersion: 'v1', metadata: { name: 'db' }, data: { 'any-name': value } },
    }
  }),
  zero('last_applied_configuration', (random) => {
    const value = fill(random, 'plain words {L8} {L9}')
    const note = JSON.stringify({ kind: 'ConfigMap', data: { a: value } })
    return {
      value,
      object: {
        kind: 'ConfigMap',
        metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': note } },
      },
    }
  }),
  zero('helm_release', (random) => {
    const value = fill(random, '{A20}')
    const packed = gzipSync(JSON.stringify({ name: 'web', config: { db: { password: value } } })).toString(
      'base64',
    )
    const release = Buffer.from(packed).toString('base64')
    return { value: release, object: { kind: 'ConfigMap', data: { release } } }
  }),
  zero('registry_auth', (random) => {
    const value = Buffer.from(`robot:${fill(random, '{A20}')}`).toString('base64')
    return { value, object: { auths: { 'registry.example.org': { auth: value } } } }
  }),
  zero('env_value', (random) => {
    const value = fill(random, '{L9}-{L7}')
    return {
      value,
      object: { spec: { containers: [{ name: 'web', env: [{ name: 'SOME_THING', value }] }] } },
    }
  }),
  zero('kubeconfig_key', (random) => {
    const value = fill(random, '{b60}')
    return { value, object: { users: [{ name: 'me', user: { 'client-key-data': value } }] } }
  }),
  around('npmrc_token', '{A36}', '//registry.npmjs.org/:_authToken=', 'auth_token'),
  around('netrc', '{A14}', 'machine api.example.org login joe password ', 'password'),
  around('pgpass', '{A14}', 'db.example.org:5432:app:joe:', 'password'),
  around('snmp_community', '{A10}', 'snmp-server community ', 'community_string'),
  around('otp_seed', '{s32}', 'otpauth://totp/app?secret=', 'otp_secret'),
  around('oauth_code', '{u40}', 'https://app.example.org/cb?code=', 'refresh_token'),
  around('saml', '{A120}', 'SAMLResponse=', 'saml_token'),
  zero('sql_password', (random) => {
    const value = fill(random, '{A14}')
    return { value: `'${value}'`, core: value, before: 'ALTER USER app PASSWORD ', key: 'password' }
  }),
  around('password', '{A12}', 'password=', 'password'),
  around('token', '{A20}', 'token: ', 'token'),
  around('api_key', '{A20}', 'api_key=', 'api_key'),
]
