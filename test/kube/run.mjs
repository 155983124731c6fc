// The tests against a real kube-apiserver with etcd, and a real RabbitMQ: prepares them where it can, else says so in
// one line.
import { readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { findExecutable, runForeground } from '../../control-plane/cli/bootstrap/command.mjs'
import { runMain, say } from '../../control-plane/cli/bootstrap/log.mjs'
import { ensurePrograms } from '../../control-plane/cli/bootstrap/needs.mjs'
import { ensureApiServer } from './apiserver.mjs'
import { ensureMoto } from './moto.mjs'

const ETCD = {
  find: () => findExecutable('etcd'),
  deb: 'etcd-server',
  rpm: 'etcd',
  brew: 'etcd',
  image: 'gcr.io/etcd-development/etcd',
}

// A broker that is slow to start is tried here too, and needs no API server.
const RABBITMQ = {
  find: () => findExecutable('rabbitmq-server'),
  deb: 'rabbitmq-server',
  rpm: 'rabbitmq-server',
  brew: 'rabbitmq',
  image: 'rabbitmq:management',
}

await runMain(async () => {
  const apiServer = await ensureApiServer()
  if (apiServer === undefined)
    say(
      'test:kube: no kube-apiserver was built before, and this machine has no Go to build one: its tests are left out',
    )
  const moto = await ensureMoto()
  if (moto === undefined)
    say('test:kube: this machine has no Python to install moto with: the tests of AWS are skipped')
  const [rabbitmq, etcd] = await ensurePrograms(apiServer === undefined ? [RABBITMQ] : [RABBITMQ, ETCD])
  const files = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => apiServer !== undefined || /^(?:aws|rabbitmq)/.test(name))
    .map((name) => join(import.meta.dirname, name))
  return runForeground({
    file: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', '--test', '--test-reporter=spec', ...files],
    env: {
      ...process.env,
      PATH: [process.env.PATH, ...[rabbitmq, etcd].filter(Boolean).map(dirname)].join(delimiter),
      ...(apiServer === undefined ? {} : { VEDETTE_KUBE_APISERVER: apiServer }),
      ...(moto === undefined ? {} : { VEDETTE_MOTO_SERVER: moto }),
    },
  })
})
