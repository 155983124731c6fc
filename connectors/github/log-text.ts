import {
  createByteClient,
  createHttpClient,
  type HttpClientOptions,
  type HttpRequest,
} from '@vedette/connectors/kit'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import type { GithubConfig } from './config.ts'
import { GITHUB_ERRORS } from './errors.ts'

// The text of a log; `isCut` when its beginning was left out for its size.
export type LogText = Readonly<{ text: string; isCut: boolean }>

export type LogReader = Readonly<{ read(request: HttpRequest): Promise<LogText>; close(): void }>

// Bytes of a large log's end that are read.
const TAIL_BYTES = 4 * 1024 * 1024
// Where github.com keeps logs.
const STORES = /^[a-z0-9-]{1,80}\.(?:blob\.core\.windows\.net|actions\.githubusercontent\.com)$/

// GitHub answers with the address of a store, good for a minute; it carries its own signature and never leaves here.
class Redirected extends Error {
  readonly target: string
  constructor(target: string) {
    super('redirected')
    this.target = target
  }
}

// Reads logs by way of the store that GitHub names: only stores that are known are asked, without the credential.
export function createLogReader(base: HttpClientOptions, config: GithubConfig): LogReader {
  const api = new URL(config.url)
  const allows = (url: URL) =>
    url.host === api.host
      ? url.protocol === api.protocol
      : url.protocol === 'https:' && (STORES.test(url.host) || config.log_hosts.includes(url.host))
  const http = createHttpClient({
    ...base,
    errors: { ...GITHUB_ERRORS, 302: ({ headers }) => new Redirected(headers['location'] ?? '') },
  })
  const bytes = createByteClient({ name: base.name, allows })

  async function fetchText(url: URL, context: CallContext): Promise<LogText> {
    const send = (method: 'GET' | 'HEAD', headers: Readonly<Record<string, string>> = {}) =>
      bytes.send({ method, url, headers, context }, (answer) => {
        // A part that was not asked for is less than the log.
        if (answer.status === 200 || (answer.status === 206 && headers['range'] !== undefined)) return answer
        throw toStoreError(answer.status)
      })
    try {
      return { text: decode((await send('GET')).bytes), isCut: false }
    } catch (error) {
      if (!(error instanceof SourceError) || error.carried.why !== 'too_large') throw error
      const size = Number((await send('HEAD')).headers['content-length'])
      if (!Number.isSafeInteger(size) || size <= TAIL_BYTES) throw error
      const tail = await send('GET', { range: `bytes=${size - TAIL_BYTES}-` })
      return { text: decode(tail.bytes), isCut: true }
    }
  }

  return {
    async read(request) {
      try {
        return { text: (await http.getText(request)).text, isCut: false }
      } catch (error) {
        if (!(error instanceof Redirected)) throw error
        const url = URL.canParse(error.target) ? new URL(error.target) : undefined
        if (url === undefined) throw new SourceError('unusable', { why: 'unexpected_kind' })
        return fetchText(url, request.context)
      }
    },
    close() {
      http.close()
      bytes.close()
    },
  }
}

// The store knows no credential of ours: what it refuses is an address that is no longer good, or a log that is gone.
function toStoreError(status: number): SourceError {
  if (status === 404 || status === 410)
    return new SourceError('unusable', { why: 'unexpected_kind', status, code: 'gone' })
  if (status >= 500 || status === 408) return new SourceError('upstream_failed', { status })
  if (status === 429) return new SourceError('throttled', { status, by: 'vendor' })
  return new SourceError('unusable', { why: 'unexpected_kind', status })
}

function decode(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  // A page is no log, whatever its status says.
  if (/^\s*<!doctype html|^\s*<html/i.test(text))
    throw new SourceError('unusable', { why: 'unexpected_kind' })
  return text
}
