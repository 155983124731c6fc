import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLIENTS } from './to-client-config.ts'
import { toApplicationSet, toHelmInstall } from './to-install.ts'

const INSTALL = {
  alias: 'prod-eu',
  nats: 'tls://nats.example.org:4222',
  organisation: 'acme',
  namespace: 'vedette',
  method: 'kubernetes',
} as const

test('the lines install the chart with its own values, and no secret stands in them', () => {
  assert.equal(
    toHelmInstall(INSTALL),
    `kubectl create namespace vedette
kubectl --namespace vedette create secret generic vedette-lobby --from-file=lobby.creds=lobby-acme.creds
helm install vedette-agent oci://ghcr.io/vedette/charts/vedette-agent --namespace vedette --set-string cluster.alias=prod-eu --set-string 'nats.urls[0]=tls://nats.example.org:4222' --set-string nats.lobby.existingSecret=vedette-lobby`,
  )
  const joined = toHelmInstall({ ...INSTALL, method: 'joinToken' })
  assert.match(joined, /--from-file=join-token=join-token\n/)
  assert.match(
    joined,
    /enrolment\.method=joinToken .*existingSecret=vedette-join --set persistence\.enabled=true$/,
  )
})

test('nothing that is typed escapes into the shell', () => {
  const lines = toHelmInstall({ ...INSTALL, alias: "a'; rm -rf ~ #", nats: 'x,y=$(id)' })
  assert.match(lines, /'cluster\.alias=a'\\''; rm -rf ~ #'/)
  assert.match(lines, /'nats\.urls\[0\]=x\\,y=\$\(id\)'/)
})

test('the ApplicationSet takes the alias from the name of each cluster', () => {
  const text = toApplicationSet({ nats: 'tls://n:4222', namespace: 'vedette' })
  assert.match(text, /cluster: \{ alias: "\{\{ \.nameNormalized \}\}" \}/)
  assert.match(text, /urls: \["tls:\/\/n:4222"\]/)
})

test('every client is told the address, and a place for the token instead of one', () => {
  for (const { name, toText } of CLIENTS) {
    const text = toText('https://vedette.example.org/mcp')
    assert.match(text, /https:\/\/vedette\.example\.org/, name)
    assert.match(text, /VEDETTE_TOKEN/, name)
    assert.doesNotMatch(text, /vdt_/, name)
  }
})
