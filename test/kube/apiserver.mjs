import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findExecutable, isExecutable, runForeground } from '../../control-plane/cli/bootstrap/command.mjs'
import { SetupError, say } from '../../control-plane/cli/bootstrap/log.mjs'

const MODULE = join(import.meta.dirname, 'apiserver')

/**
 * The path of a kube-apiserver of the release that apiserver/go.mod names: the one built before, kept outside the
 * repository, else one built now, which takes minutes. Undefined where there is neither. Throws SetupError when the
 * build fails.
 */
export async function ensureApiServer(env = process.env) {
  const mod = readFileSync(join(MODULE, 'go.mod'), 'utf8')
  const version = /k8s\.io\/kubernetes (v[\d.]+)/.exec(mod)?.[1] ?? 'unknown'
  const digest = createHash('sha256').update(mod).digest('hex').slice(0, 12)
  const folder = join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'vedette-test')
  const file = join(folder, `kube-apiserver-${version}-${digest}`)
  if (isExecutable(file)) return file
  const go = findExecutable('go')
  if (go === undefined) return undefined
  say(`building kube-apiserver ${version} into ${file} (once; ten minutes or so)`)
  mkdirSync(folder, { recursive: true })
  const part = `${file}.${process.pid}`
  const [major, minor] = version.slice(1).split('.')
  const named = { gitVersion: version, gitMajor: major, gitMinor: minor }
  const flags = Object.entries(named).map(
    ([key, value]) => `-X k8s.io/component-base/version.${key}=${value}`,
  )
  // The machine is somebody's: the build takes only what nobody else needs.
  const nice = findExecutable('nice')
  const code = await runForeground({
    file: nice ?? go,
    args: [
      ...(nice === undefined ? [] : ['-n', '19', go]),
      'build',
      '-C',
      MODULE,
      '-trimpath',
      '-ldflags',
      `-s -w ${flags.join(' ')}`,
      '-o',
      part,
      'k8s.io/kubernetes/cmd/kube-apiserver',
    ],
    env: { ...env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly' },
  })
  if (code !== 0) throw new SetupError(`kube-apiserver could not be built (go ended with ${code})`)
  renameSync(part, file)
  return file
}
