import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { createFolder } from './folder.ts'

/** A private certificate authority; files in PEM. */
export type Authority = {
  readonly caFile: string
  /**
   * A certificate for these names, such as `DNS:bus.test` or `IP:127.0.0.1`, signed by the authority; good for two days,
   * or since yesterday no longer.
   */
  issue(
    names: readonly string[],
    options?: { readonly expired?: boolean },
  ): { readonly certFile: string; readonly keyFile: string }
}

/** Makes a certificate authority with openssl. */
export function createAuthority(cleanup: Cleanup): Authority {
  const folder = createFolder(cleanup)
  const path = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  openssl(
    'req',
    '-x509',
    ...curve,
    '-subj',
    '/CN=test authority',
    '-keyout',
    path('ca.key'),
    '-out',
    path('ca.pem'),
  )
  let issued = 0
  return {
    caFile: path('ca.pem'),
    issue(names, { expired = false } = {}) {
      issued += 1
      const file = (kind: string) => path(`server-${issued}.${kind}`)
      writeFileSync(file('ext'), `subjectAltName=${names.join(',')}\n`)
      openssl('req', ...curve, '-subj', '/CN=server', '-keyout', file('key'), '-out', file('csr'))
      const signed = [
        '-CA',
        path('ca.pem'),
        '-CAkey',
        path('ca.key'),
        '-CAcreateserial',
        '-days',
        expired ? '-1' : '2',
      ]
      openssl('x509', '-req', '-in', file('csr'), ...signed, '-extfile', file('ext'), '-out', file('pem'))
      return { certFile: file('pem'), keyFile: file('key') }
    },
  }
}
