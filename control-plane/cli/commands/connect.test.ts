import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { systemClock } from '@vedette/proto/clock'
import { createFolder } from '@vedette/test/kit'
import { readEnvironment } from '../config.ts'
import { runCli } from '../program.ts'
import { createAgentFile, listConnectors } from '../up/agent-file.ts'

// Runs `vedette connect` on an agent's file that names this machine alone, with a person who answers `answer`.
async function connect(t: test.TestContext, args: readonly string[], answer: string | null = null) {
  const root = createFolder(t)
  const file = join(root, 'agent', 'agent.yaml')
  mkdirSync(join(root, 'agent'))
  const facts = { name: 'box', data_dir: root, nats_url: 'nats://127.0.0.1:4622' }
  writeFileSync(file, createAgentFile({ ...facts, lobby_creds_file: '/creds', join_token_file: '/join' }))
  const said: string[] = []
  const code = await runCli(['connect', ...args, '--data-dir', root], {
    environment: readEnvironment({ HOME: root }),
    clock: systemClock,
    isTty: true,
    write: (text) => void said.push(text),
    writeError: (text) => void said.push(text),
    ask: async () => answer,
    signal: new AbortController().signal,
  })
  return { code, said: said.join(''), added: listConnectors(readFileSync(file, 'utf8')).slice(1) }
}

const KUBECONFIG = `current-context: b
contexts: [{ name: a, context: {} }, { name: b, context: {} }]
`

test('after a yes a cluster is added, with the context that is current now written down', async (t) => {
  const kubeconfig = join(createFolder(t), 'config')
  writeFileSync(kubeconfig, KUBECONFIG)
  const { code, said, added } = await connect(t, ['kubernetes', '--kubeconfig', kubeconfig], 'y')
  assert.equal(code, 0)
  assert.match(said, /context b is the current one; --context takes another: a/)
  assert.deepEqual(added, [
    { connector: 'kubernetes', config: { kubeconfig: { file: kubeconfig }, context: 'b' } },
  ])
})

test('without a yes, and where nobody can be asked, nothing is changed', async (t) => {
  const args = ['prometheus', '--url', 'http://127.0.0.1:9', '--alertmanager', 'http://127.0.0.1:8']
  const no = await connect(t, args, 'n')
  assert.deepEqual([no.code, no.added], [1, []])
  assert.match(no.said, /alertmanager:\n {6}url: http:\/\/127.0.0.1:8/)
  const nobody = await connect(t, args)
  assert.deepEqual([nobody.code, nobody.added], [2, []])
})

test('what the agent would not start with is refused by the name of its option', async (t) => {
  const { code, said, added } = await connect(t, ['prometheus', '--url', 'ftp://x', '--yes'])
  assert.deepEqual([code, added], [2, []])
  assert.match(said, /--url: Invalid URL/)
})

test('a secret as a value is refused and never shown', async (t) => {
  const { code, said, added } = await connect(t, [
    'prometheus',
    '--url',
    'http://x',
    '--auth-bearer',
    'hunter2',
  ])
  assert.deepEqual([code, added], [2, []])
  assert.equal(said.includes('hunter2'), false)
  assert.match(said, /a secret is never given as a value/)
})

test('connectors are listed, and an unknown one gets the nearest', async (t) => {
  assert.match((await connect(t, ['--help'])).said, /^kubernetes +Kubernetes$/m)
  const unknown = await connect(t, ['kubernets', '--yes'])
  assert.equal(unknown.code, 2)
  assert.match(unknown.said, /there is no connector kubernets in this version\n {2}did you mean kubernetes\?/)
})
