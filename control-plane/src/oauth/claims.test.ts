import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OAuthConfig, parseControlPlaneConfig } from '../config/index.ts'
import { scopesOf, toPrincipal } from './claims.ts'

function configOf(more: object = {}): OAuthConfig {
  const oauth = { issuer: 'https://idp.test', audience: 'vedette', organisation: { fixed: 'acme' }, ...more }
  const file = { data_dir: '/x', nats: { urls: ['nats://127.0.0.1:1'] }, oauth }
  const config = parseControlPlaneConfig(JSON.stringify(file)).oauth
  assert.ok(config !== undefined)
  return config
}
const CLAIMS = { sub: 'ada', preferred_username: 'Ada', groups: ['sre', 'staff'] }

test('scopes open the tiers that they are mapped to, together, and nothing that is not', () => {
  const oauth = configOf()
  const grantOf = (scope: string) => {
    const principal = toPrincipal(CLAIMS, { oauth, scope: scopesOf({ scope }) })
    return typeof principal === 'string' ? principal : principal.tiers
  }
  assert.deepEqual(grantOf('vedette:read'), ['metadata', 'read'])
  assert.deepEqual(grantOf('openid vedette:read vedette:protected'), ['metadata', 'read', 'protected_read'])
  for (const scope of ['', 'openid', 'vedette:admin', 'constructor', '__proto__', 'VEDETTE:READ'])
    assert.equal(grantOf(scope), 'insufficient_scope', scope)
  const all = 'vedette:read vedette:metered vedette:protected vedette:write vedette:send vedette:restart'
  assert.equal(grantOf(all), undefined, 'what may do everything is not narrowed')
})

test('families are opened by scopes of their own, and where there are any, a token needs one', () => {
  const oauth = configOf({ family_scopes: { 'vedette:k8s': ['k8s', 'logs'], 'vedette:db': ['db'] } })
  const familiesOf = (scope: readonly string[]) => {
    const principal = toPrincipal(CLAIMS, { oauth, scope })
    return typeof principal === 'string' ? principal : principal.families
  }
  assert.deepEqual(familiesOf(['vedette:read', 'vedette:k8s']), ['k8s', 'logs'])
  assert.deepEqual(familiesOf(['vedette:read', 'vedette:k8s', 'vedette:db']), ['db', 'k8s', 'logs'])
  assert.equal(familiesOf(['vedette:read']), 'insufficient_scope')
})

test('groups make roles for people who sign in; who holds a narrowed token decides nothing', () => {
  const oauth = configOf({ roles: { admin: ['sre'], approver: ['lead'] } })
  const roleOf = (groups: unknown, scope: readonly string[] | null) => {
    const principal = toPrincipal({ ...CLAIMS, groups }, { oauth, scope })
    return typeof principal === 'string' ? principal : principal.role
  }
  assert.deepEqual(
    [roleOf(['sre'], null), roleOf('lead', null), roleOf(['staff'], null), roleOf(undefined, null)],
    ['admin', 'approver', 'viewer', 'viewer'],
  )
  assert.equal(roleOf(['sre'], ['vedette:read']), 'viewer')
})

test('an organisation that the mapping does not name is nobody', () => {
  const named = configOf({ organisation: { claim: 'org', names: { 'acme-corp': 'acme' } } })
  const organisationOf = (org: unknown, oauth = named) => {
    const principal = toPrincipal({ ...CLAIMS, org }, { oauth, scope: null })
    return typeof principal === 'string' ? principal : principal.organisation
  }
  assert.equal(organisationOf('acme-corp'), 'acme')
  for (const org of ['acme', 'constructor', '', undefined, ['acme-corp'], 'x'.repeat(300)])
    assert.equal(organisationOf(org), 'no_organisation')
  assert.equal(organisationOf('acme', configOf({ organisation: { claim: 'org' } })), 'acme')
})

test('a subject that could be mistaken for something else is nobody, and a name is cleaned', () => {
  const oauth = configOf()
  for (const sub of ['', ' ada', 'a\nb', 'ada ', 'ä', 7, null, 'x'.repeat(121)])
    assert.equal(toPrincipal({ ...CLAIMS, sub }, { oauth, scope: null }), 'no_principal', JSON.stringify(sub))
  const named = toPrincipal({ ...CLAIMS, preferred_username: 'A\u202eda\u0000' }, { oauth, scope: null })
  assert.ok(typeof named !== 'string')
  assert.deepEqual([named.id, named.name, named.mode], ['oidc:ada', 'Ada', 'cautious'])
  const acting = toPrincipal({ ...CLAIMS, act: { sub: 'agent' } }, { oauth, scope: null })
  assert.equal(typeof acting !== 'string' && acting.delegated, true)
})
