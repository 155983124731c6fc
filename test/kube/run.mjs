// The tests against a real kube-apiserver and etcd: prepares both where it can, else says so in one line.
import { readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { findExecutable, runForeground } from '../../control-plane/cli/bootstrap/command.mjs'
import { runMain, say } from '../../control-plane/cli/bootstrap/log.mjs'
import { ensurePrograms } from '../../control-plane/cli/bootstrap/needs.mjs'
import { ensureApiServer } from './apiserver.mjs'

const ETCD = {
  find: () => findExecutable('etcd'),
  deb: 'etcd-server',
  rpm: 'etcd',
  brew: 'etcd',
  image: 'gcr.io/etcd-development/etcd',
}

await runMain(async () => {
  const apiServer = await ensureApiServer()
  if (apiServer === undefined) {
    say('test:kube: not run: no kube-apiserver was built before, and this machine has no Go to build one')
    return 0
  }
  const [etcd] = await ensurePrograms([ETCD])
  const files = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(import.meta.dirname, name))
  return runForeground({
    file: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', '--test', '--test-reporter=spec', ...files],
    env: {
      ...process.env,
      PATH: [process.env.PATH, dirname(etcd)].join(delimiter),
      VEDETTE_KUBE_APISERVER: apiServer,
    },
  })
})
