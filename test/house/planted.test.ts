import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { copyTree } from './tree-copy.ts'

const IMPORTS = 'test/house/imports.test.ts'
const GOLDEN = 'test/golden/tools.test.ts'
const DISKS = 'proto/src/operations/host/disks-list.ts'
const tree = copyTree({ after })

// Fails with what the run said unless it ended as expected.
function run(file: string, expected: 'passes' | 'fails'): string {
  const { code, output } = tree.node('--test', '--test-reporter=tap', file)
  assert.equal(code === 0 ? 'passes' : 'fails', expected, output)
  return output
}

test('the import guard passes as it is, and fails by file, line and reason when an import is planted', () => {
  run(IMPORTS, 'passes')
  const planted: readonly (readonly [path: string, line: string, says: RegExp])[] = [
    [
      'proto/src/visibility/fold.ts',
      "import { z } from 'zod'",
      /proto\/src\/visibility\/fold\.ts:\d+ .*because/,
    ],
    ['control-plane/src/tools/gate.ts', "import '@vedette/agent/gate'", /tools\/gate\.ts:\d+ .*because/],
    ['agent/src/gate/admit.ts', "import { connect } from 'nats'", /gate\/admit\.ts:\d+ /],
  ]
  for (const [path, line, says] of planted) {
    const before = tree.read(path)
    tree.write(path, `${line}\n${before}`)
    assert.match(run(IMPORTS, 'fails'), says)
    tree.write(path, before)
  }
  assert.deepEqual(tree.changed(), [])
})

test('the golden catalogue passes as generated, and fails when a description changes by one word', () => {
  const generated = tree.generate()
  tree.settle()
  run(GOLDEN, 'passes')
  tree.replace(DISKS, 'Lists mounted file systems of a host', 'Lists mounted disks of a host')
  assert.match(run(GOLDEN, 'fails'), /not ok \d+ - the tool catalogue is byte for byte/)
  tree.generate()
  run(GOLDEN, 'passes')
  const changed = tree.changed()
  assert.deepEqual(
    changed.filter((path) => !generated.has(path)),
    [DISKS],
  )
  assert.ok(changed.includes('test/golden/tools.golden.json'))
})
