import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parseAgentConfig } from '@vedette/agent/config'
import { CONNECTORS } from '@vedette/connectors/registry'
import { parseControlPlaneConfig } from '@vedette/control-plane/config'
import { createFolder, ROOT } from '@vedette/test/kit'
import { parse } from 'yaml'
import { PARTS } from '../../images/bundle.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

for (const part of Object.keys(PARTS))
  test(`the Dockerfile of ${part} installs by the lock, runs no script of a package, and starts without root`, () => {
    const text = read(`images/${part}/Dockerfile`).replaceAll('\\\n', ' ')
    const lines = text.split('\n').filter((line) => !/^(#|\s*$)/.test(line))
    // Only these instructions: nothing is fetched beside the base and the lock.
    const words = new Set(lines.map((line) => line.split(' ')[0]))
    const known = 'ARG FROM WORKDIR COPY RUN ENV USER EXPOSE STOPSIGNAL ENTRYPOINT CMD'.split(' ')
    assert.deepEqual(
      [...words].filter((word) => !known.includes(word ?? '')),
      [],
    )
    assert.doesNotMatch(text, /curl|wget|npx [a-z@]|npm install|apt-get|:latest|sudo/)
    assert.match(text, /^RUN npm ci --ignore-scripts/m)
    assert.deepEqual(
      lines.filter((line) => line.startsWith('FROM')),
      [`FROM \${BASE} AS build`, `FROM \${BASE}`],
    )
    const last = lines.slice(lines.lastIndexOf(`FROM \${BASE}`))
    assert.deepEqual(
      last.filter((line) => line.startsWith('USER')),
      ['USER 10001:10001'],
    )
    const entry = last.find((line) => line.startsWith('ENTRYPOINT')) ?? ''
    assert.match(entry, /^ENTRYPOINT \["node", .*\/opt\/vedette\/[a-z-]+\/dist\/main\/run\.mjs"\]$/)
    assert.ok(entry.includes(`/opt/vedette/${part}/dist/main/run.mjs`))
  })

test('the release workflow pins every action, and publishes nothing without tests, SBOM, provenance, signature and check', () => {
  const text = read('.github/workflows/release.yaml')
  const workflow = parse(text)
  const uses = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action ?? '')
  assert.ok(uses.length >= 6)
  for (const action of uses) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
  assert.deepEqual(workflow.permissions, {}, 'no right that a job does not ask for')
  assert.equal(workflow.jobs.images.needs, 'test')
  assert.equal(workflow.jobs.charts.needs, 'images')
  assert.deepEqual(workflow.jobs.test.permissions, { contents: 'read' })
  const runs: string[] = workflow.jobs.images.steps.flatMap(({ run }: { run?: string }) => run ?? [])
  const at = (pattern: RegExp) => runs.findIndex((run) => pattern.test(run))
  const order = [
    /--sbom=true[\s\S]*--provenance=mode=max[\s\S]*--push/,
    /cosign sign --yes --recursive/,
    /images\/verify\.sh/,
  ]
  assert.deepEqual(
    order.map(at).toSorted((a, b) => a - b),
    order.map(at),
  )
  assert.ok(order.map(at).every((index) => index >= 0))
  assert.match(text, /size" -lt 200000000/)
  // An expression inside a script would let a name run as code.
  for (const run of runs) assert.doesNotMatch(run, /\$\{\{/)
})

// What the registry says of an image, and what the signature's check says.
type Registry = Readonly<{ sbom: unknown; provenance: unknown; isSigned: boolean }>

const GOOD: Registry = {
  sbom: { 'linux/amd64': { SPDX: { packages: [{ name: 'node' }] } } },
  provenance: { 'linux/amd64': { SLSA: { buildType: 'x' } } },
  isSigned: true,
}
const IMAGE = `registry.example.org/vedette/agent@sha256:${'a'.repeat(64)}`

function verify(t: TestContext, registry: Registry, image = IMAGE): Readonly<{ code: number; said: string }> {
  const folder = createFolder(t)
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(folder, 'sbom'), JSON.stringify(registry.sbom))
  writeFileSync(join(folder, 'provenance'), JSON.stringify(registry.provenance))
  const script = (name: string, body: string) =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  script('cosign', `echo "$@" > ${join(folder, 'asked')}; exit ${registry.isSigned ? 0 : 1}`)
  script(
    'docker',
    `case "$*" in *SBOM*) cat ${join(folder, 'sbom')};; *) cat ${join(folder, 'provenance')};; esac`,
  )
  try {
    const said = execFileSync('bash', [join(ROOT, 'images', 'verify.sh'), image, 'owner/vedette'], {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) },
    })
    return { code: 0, said: said + readFileSync(join(folder, 'asked'), 'utf8') }
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string } // of execFileSync
    return { code: status, said: stdout }
  }
}

const hasJq = globSync('/usr/{,local/}bin/jq').length > 0

test('the verify command asks for the identity of the release workflow, and passes only with all three (needs jq)', {
  skip: hasJq ? false : 'no jq',
}, (t) => {
  const good = verify(t, GOOD)
  assert.equal(good.code, 0)
  assert.match(good.said, /SBOM[\s\S]*provenance/)
  assert.match(good.said, /--certificate-oidc-issuer https:\/\/token\.actions\.githubusercontent\.com /)
  assert.match(good.said, /owner\/vedette\/\\\.github\/workflows\/release\\\.yaml@refs\/tags\/v/)
  assert.notEqual(verify(t, { ...GOOD, isSigned: false }).code, 0, 'not signed')
  for (const empty of [null, {}, { 'linux/amd64': {} }]) {
    assert.notEqual(verify(t, { ...GOOD, sbom: empty }).code, 0, `SBOM ${JSON.stringify(empty)}`)
    assert.notEqual(verify(t, { ...GOOD, provenance: empty }).code, 0, `provenance ${JSON.stringify(empty)}`)
  }
  assert.equal(verify(t, GOOD, 'registry.example.org/vedette/agent:0.1.0').code, 2, 'a tag may move')
})

test('the compose file confines every container, and its files are ones that the processes take', async () => {
  const compose = parse(read('images/compose/compose.yaml'), { merge: true })
  const services: Record<string, Record<string, unknown>> = compose.services
  for (const [name, service] of Object.entries(services)) {
    const { user, read_only, cap_drop, security_opt, mem_limit } = service
    assert.deepEqual(
      [user, read_only, cap_drop, security_opt, typeof mem_limit],
      ['10001:10001', true, ['ALL'], ['no-new-privileges:true'], 'string'],
      name,
    )
  }
  assert.deepEqual(services['control-plane']?.['ports'], ['127.0.0.1:4680:4680'])
  assert.equal(parseControlPlaneConfig(read('images/compose/control-plane.yaml')).http.port, 4680)
  const loaded = await Promise.all(CONNECTORS.map(({ load }) => load()))
  assert.equal(parseAgentConfig(read('images/compose/agent.yaml'), loaded).name, 'compose')
})
