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

test('credentials of other tools are told by their path when they exist, and not otherwise', (t) => {
  const folder = createFolder(t)
  const kubeconfig = join(folder, 'config')
  writeFileSync(kubeconfig, 'secret', { mode: 0o000 })
  const found = detect({ kubeconfigs: [kubeconfig], aws_files: [join(folder, 'none')] }, [
    'http://127.0.0.1:9090',
  ])
  assert.deepEqual(found, [{ what: 'kubeconfig', where: kubeconfig, connect: null }])
})
