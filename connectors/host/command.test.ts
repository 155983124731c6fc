import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CommandCall, readLines, readOutput } from './command.ts'
import { machine } from './ports.ts'

function call(file: string, args: readonly string[], signal = new AbortController().signal): CommandCall {
  return { ports: machine, root: '/', file, args, signal, missing: 'be somebody' }
}

test('arguments reach the command as they are, without a shell', async () => {
  assert.equal(await readOutput(call('printf', ['%s|', '$HOME; ls', '`id`'])), '$HOME; ls|`id`|')
})

test("nothing of this process's environment reaches a command", async () => {
  const names = (await readOutput(call('env', []))).split('\n').map((line) => line.split('=')[0])
  assert.deepEqual(names.toSorted(), ['LC_ALL', 'PATH', 'SYSTEMD_COLORS', 'TZ'])
})

test('a command that the machine does not have is not served', async () => {
  await assert.rejects(readOutput(call('no-such-command', [])), {
    state: 'not_served',
    carried: { why: 'no_no-such-command' },
  })
})

test('a refused command is forbidden and a failed one says its exit code, neither its own words', async () => {
  await assert.rejects(readOutput(call('sh', ['-c', 'echo "Access denied: canary" >&2; exit 1'])), {
    state: 'forbidden',
    carried: { missing: 'be somebody' },
  })
  await assert.rejects(readOutput(call('sh', ['-c', 'echo canary >&2; exit 3'])), {
    state: 'upstream_failed',
    carried: { errno: 'EXIT_3' },
  })
})

test('an endless command stops when its reader has enough', async () => {
  let lines = 0
  await readLines(call('yes', []), () => (++lines === 5 ? 'stop' : 'more'))
  assert.equal(lines, 5)
})

test('an endless command is killed when the call is aborted', async () => {
  const controller = new AbortController()
  await assert.rejects(
    readLines(call('yes', [], controller.signal), () => {
      controller.abort()
      return 'more'
    }),
  )
})
