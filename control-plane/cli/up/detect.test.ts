import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { createFolder } from '@vedette/test/kit'
import { detect, isListening } from './detect.ts'

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue
   0: 0100007F:2382 00000000:0000 0A 00000000:00000000
   1: 0100007F:0050 0100007F:2383 01 00000000:00000000
   2: 00000000000000000000000000000000:2384 00000000000000000000000000000000:0000 0A 0:0
`

for (const [port, listens] of [
  [9090, true],
  [9092, true],
  [80, false],
  [9091, false],
] as const) {
  test(`a socket table says that ${port} ${listens ? 'listens' : 'does not listen'}`, () => {
    assert.equal(isListening(TABLE, port), listens)
  })
}

// Prometheus counts as connected, whatever listens on this machine.
const PROMETHEUS = { url: 'http://127.0.0.1:9090' }

test('credentials of other tools are told by their path with the command that connects them, unopened', (t) => {
  const folder = createFolder(t)
  const [kubeconfig, credentials] = [join(folder, 'my config'), join(folder, 'credentials')]
  for (const file of [kubeconfig, credentials]) writeFileSync(file, 'secret', { mode: 0o000 })
  const environment = { kubeconfigs: [kubeconfig], aws_files: [join(folder, 'none'), credentials] }
  const builtIn = new Set(['kubernetes', 'aws'])
  const found = detect(environment, { builtIn, configs: [PROMETHEUS] })
  assert.deepEqual(found, [
    {
      what: 'kubeconfig',
      where: kubeconfig,
      connect: `vedette connect kubernetes --kubeconfig '${kubeconfig}'`,
      more: '--context NAME for another than its current one',
    },
    {
      what: 'AWS profiles',
      where: credentials,
      connect: `vedette connect aws --credentials-file ${credentials} --profile NAME --account ALIAS --regions eu-west-1,...`,
    },
  ])
  const without = detect(environment, { builtIn: new Set(['kubernetes']), configs: [PROMETHEUS] })
  assert.deepEqual(
    without.map(({ what }) => what),
    ['kubeconfig'],
  )
})

test('what a connector reads already, and what is not there, is not found', (t) => {
  const folder = createFolder(t)
  const kubeconfig = join(folder, 'config')
  writeFileSync(kubeconfig, '')
  const environment = { kubeconfigs: [kubeconfig], aws_files: [join(folder, 'none'), join(folder, 'none')] }
  const configs = [PROMETHEUS, { kubeconfig: { file: kubeconfig } }]
  assert.deepEqual(detect(environment, { builtIn: new Set(['kubernetes', 'aws']), configs }), [])
})
