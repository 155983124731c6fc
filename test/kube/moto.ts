import type { Cleanup } from '../kit/index.ts'
import { getFreePort, startProcess } from '../kit/index.ts'

/** The moto server's path, as run.mjs prepared it; undefined where these tests do not run. */
export const MOTO_SERVER = process.env['VEDETTE_MOTO_SERVER']

export type Moto = Readonly<{
  url: string
  /** Asks a query service as an administrator of an account; throws unless the answer is a success. */
  ask(service: string, form: Readonly<Record<string, string>>, account?: string): Promise<string>
  /** The same for a service that takes JSON, named by its target. */
  askJson(service: string, target: string, body: object, account?: string): Promise<unknown>
  /** Lets so many calls pass, then enforces IAM; without a number it never does. */
  enforceAfter(calls: number): Promise<void>
}>

export const MAIN_ACCOUNT = '123456789012'

/** Starts a moto server on loopback; it ends with the tests. */
export async function startMoto(cleanup: Cleanup): Promise<Moto> {
  const port = await getFreePort()
  const url = `http://127.0.0.1:${port}`
  await startProcess(cleanup, {
    name: 'moto_server',
    file: MOTO_SERVER ?? '',
    args: ['-H', '127.0.0.1', '-p', String(port)],
    ready: { url: `${url}/moto-api/` },
    readyMs: 60_000,
  })
  async function send(
    service: string,
    account: string,
    init: Readonly<{ headers: object; body: string }>,
  ): Promise<string> {
    const authorization = `AWS4-HMAC-SHA256 Credential=ADMIN/20260101/eu-west-1/${service}/aws4_request, SignedHeaders=host, Signature=none`
    const headers = { authorization, 'x-moto-account-id': account, ...init.headers }
    const response = await fetch(url, { method: 'POST', headers, body: init.body })
    const text = await response.text()
    if (!response.ok) throw new Error(`moto answers ${response.status}: ${text.slice(0, 300)}`)
    return text
  }
  return {
    url,
    ask: (service, form, account = MAIN_ACCOUNT) =>
      send(service, account, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      }),
    askJson: async (service, target, body, account = MAIN_ACCOUNT) =>
      JSON.parse(
        await send(service, account, {
          headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
          body: JSON.stringify(body),
        }),
      ),
    async enforceAfter(calls) {
      const response = await fetch(`${url}/moto-api/reset-auth`, { method: 'POST', body: String(calls) })
      if (!response.ok) throw new Error(`moto answers ${response.status}`)
    },
  }
}
