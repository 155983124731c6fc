import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

type Misbehave = (response: ServerResponse, request: IncomingMessage) => void

const HTML = '<!doctype html><html><body>Sign in</body></html>'
const NINE_MIB = 9 * 1024 * 1024
let bomb: Buffer | undefined
const JSON_TYPE = { 'content-type': 'application/json' }

function status(code: number, headers: Record<string, string> = {}): Misbehave {
  return (response) => {
    response.writeHead(code, { ...JSON_TYPE, ...headers })
    response.end(JSON.stringify({ error: 'a vendor sentence that must not travel' }))
  }
}

// Ways in which a vendor fails, by name; each answers one request.
export const FAULTS = Object.freeze({
  http_401: status(401),
  http_403: status(403),
  http_429: status(429, { 'retry-after': '30' }),
  http_500: status(500),
  http_503: status(503),
  redirect: status(302, { location: 'http://127.0.0.1:9/elsewhere' }),
  // A 500 that repeats the request's headers and query, as careless proxies do.
  echo: (response, request) => {
    response.writeHead(500, JSON_TYPE)
    response.end(JSON.stringify({ url: request.url, headers: request.headers }))
  },
  html: (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(HTML)
  },
  truncated_json: (response) => {
    response.writeHead(200, JSON_TYPE)
    response.end('{"status":"success","data":{"result":[{"met')
  },
  // Accepts and never answers.
  silence: () => {},
  // Sends a head and a first byte, then nothing.
  drip: (response) => {
    response.writeHead(200, JSON_TYPE)
    response.write('{')
  },
  reset: (_response, request) => {
    request.socket.resetAndDestroy()
  },
  oversized: (response) => {
    response.writeHead(200, JSON_TYPE)
    response.end(`["${'a'.repeat(NINE_MIB)}"]`)
  },
  gzip_bomb: (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' })
    bomb ??= gzipSync(Buffer.alloc(8 * NINE_MIB, ' '))
    response.end(bomb)
  },
  // Nothing at all with status 200.
  empty_body: (response) => {
    response.writeHead(200, JSON_TYPE)
    response.end()
  },
} satisfies Record<string, Misbehave>)

export type Fault = keyof typeof FAULTS
