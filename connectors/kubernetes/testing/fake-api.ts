import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFakeClock } from '@vedette/connectors/kit/testing'
import type { Reading } from '@vedette/proto/connector'
import { kubernetesConnector } from '../index.ts'

export type Asked = Readonly<{
  method: string
  path: string
  query: URLSearchParams
  token: string
  body: unknown
}>
// What the API server answers: a status and a JSON body.
export type Answer = Readonly<{ status?: number; json: unknown }>
export type Attributes = Readonly<{ verb: string; resource: string; group?: string; namespace?: string }>

export const NOW = Date.parse('2026-11-30T15:20:00Z')

// A failure as the API server words it.
export function refuse(code: number, reason: string, name?: string): Answer {
  const details = name === undefined ? {} : { name, kind: 'things' }
  return {
    status: code,
    json: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, details, code },
  }
}

// A list as the API server gives it.
export function list(items: readonly unknown[], next?: string): Answer {
  return {
    json: {
      kind: 'PodList',
      apiVersion: 'v1',
      metadata: next === undefined ? {} : { continue: next },
      items,
    },
  }
}

// A running pod of few fields.
export function pod(namespace: string, name: string): unknown {
  return {
    metadata: { namespace, name, uid: `${namespace}-${name}`, creationTimestamp: '2026-11-30T15:00:00Z' },
    spec: { containers: [{ name: 'c', image: 'busybox:1.36' }] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  }
}

// An API server that judges access reviews by `allows` and answers the rest by `respond`.
export async function createFakeApi(
  options: Readonly<{
    allows?: (attributes: Attributes) => boolean
    // Stands in for `allows`.
    review?: () => object
    uid?: string
    respond: (asked: Asked) => Answer
  }>,
) {
  const asked: Asked[] = []
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = new URL(request.url ?? '/', 'http://api.test')
    const text = Buffer.concat(chunks).toString()
    const one: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      token: request.headers.authorization ?? '',
      body: text === '' ? undefined : JSON.parse(text),
    }
    asked.push(one)
    const { status = 200, json } = answer(one)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(json))
  })
  const answer = (one: Asked): Answer => {
    if (one.path.endsWith('/selfsubjectaccessreviews')) {
      const { spec } = one.body as { spec: { resourceAttributes: Attributes } } // the connector's own request
      return {
        status: 201,
        json: {
          status: options.review?.() ?? { allowed: options.allows?.(spec.resourceAttributes) ?? true },
        },
      }
    }
    if (one.path === '/api/v1/namespaces/kube-system')
      return { json: { kind: 'Namespace', metadata: { name: 'kube-system', uid: options.uid ?? 'uid-1' } } }
    return options.respond(one)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref() // a test that fails before it stops the server still ends
  const { port } = server.address() as AddressInfo // listening on TCP
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    asked,
    // Runs one operation and gives its reading.
    async run(
      operation: string,
      input: unknown = {},
      config: Record<string, unknown> = {},
    ): Promise<Reading<unknown>> {
      const clock = createFakeClock(NOW)
      const parsed = kubernetesConnector.config.parse({ server: url, cluster: 'prod', ...config })
      const client = kubernetesConnector.connect(parsed, {
        clock,
        instance: 'kubernetes',
        readSecret: async (ref) => ('env' in ref ? ref.env : ref.file),
      })
      const served = kubernetesConnector.operations.find((one) => one.operation.id === operation)
      if (served === undefined) throw new Error(`${operation} is not served`)
      const { signal } = new AbortController()
      try {
        return await served.run(client, input, { clock, signal, deadline: clock.now() + 10_000 })
      } finally {
        await kubernetesConnector.close?.(client)
      }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
