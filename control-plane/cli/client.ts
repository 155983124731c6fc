import { CliError } from './cli-error.ts'

const LARGEST_ANSWER = 16 * 1024 * 1024

export type Connection = Readonly<{ url: string; token: string }>

export type ApiReply = Readonly<{ status: number; text: string }>

export type ApiClient = Readonly<{
  // Parsed JSON of a success; throws CliError on everything else.
  get<T>(path: string): Promise<T>
  send<T>(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>
  // The reply as it came, for answers that are printed unchanged. Throws CliError `unreachable` only.
  exchange(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<ApiReply>
  // Server-sent events until the stream or the signal ends; each as its event's name and parsed data.
  listen(path: string, hear: (event: string, data: unknown) => void): Promise<void>
}>

// The control plane's HTTP API for one token.
export function createApiClient({ url, token }: Connection, signal: AbortSignal): ApiClient {
  const open = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: '*/*' }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const payload = body === undefined ? {} : { body: JSON.stringify(body) }
    try {
      return await fetch(new URL(path, url), { method, headers, signal, redirect: 'error', ...payload })
    } catch (error) {
      signal.throwIfAborted()
      throw new CliError(
        'unreachable',
        `no control plane answers at ${url} (${readErrno(error)})`,
        'start one with `vedette up`, or name another with --url or VEDETTE_URL',
      )
    }
  }
  const exchange: ApiClient['exchange'] = async (method, path, body) => {
    const response = await open(method, path, body)
    const text = await response.text()
    if (text.length > LARGEST_ANSWER) throw new CliError('failure', `${url} answers with too much`)
    return { status: response.status, text }
  }
  const send: ApiClient['send'] = async (method, path, body) => toValue(await exchange(method, path, body))
  return {
    exchange,
    send,
    get: async (path) => toValue(await exchange('GET', path)),
    async listen(path, hear) {
      const response = await open('GET', path)
      if (response.status !== 200 || response.body === null)
        throw toCliError({ status: response.status, text: await response.text() })
      await readEvents(response.body, hear)
    },
  }
}

// An API failure as the person sees it: the server's own message and fix, never a body that is not ours.
export function toCliError({ status, text }: ApiReply): CliError {
  const error = readApiError(text)
  const exit = status === 401 || status === 403 ? 'not_allowed' : status < 500 ? 'usage' : 'failure'
  if (error === null)
    return new CliError('failure', `what answers there is no Vedette control plane (${status})`)
  const isNamed = error.field === undefined || error.message.startsWith(`${error.field}:`)
  const field = isNamed ? '' : `${error.field}: `
  return new CliError(exit, `${field}${error.message}`, error.fix ?? null)
}

export type ApiError = Readonly<{
  code: string
  message: string
  field?: string
  fix?: string
  choices?: readonly string[]
}>

// The one error shape in a body, or null when it is something else.
export function readApiError(text: string): ApiError | null {
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || !('error' in body)) return null
  const { error } = body
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return null
  return typeof error.message === 'string' ? (error as ApiError) : null // the server's own shape from here on
}

function toValue<T>(reply: ApiReply): T {
  if (reply.status < 200 || reply.status > 299) throw toCliError(reply)
  const value = parseJson(reply.text)
  if (value === undefined) throw toCliError({ status: 502, text: '' })
  return value as T // the API's types are shared with the server in http/api-types.ts
}

async function readEvents(body: ReadableStream<Uint8Array>, hear: (event: string, data: unknown) => void) {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = /^event: ?(.*)$/m.exec(block)?.[1]
      const data = [...block.matchAll(/^data: ?(.*)$/gm)].map((match) => match[1]).join('\n')
      if (event !== undefined && data !== '') hear(event, parseJson(data))
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// ECONNREFUSED and the like; fetch hides it in its cause.
function readErrno(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection'
}
