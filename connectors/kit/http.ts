import type { IncomingMessage } from 'node:http'
import { sleep } from '@vedette/proto/clock'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import type { Phase } from '@vedette/proto/visibility'
import { type ByteBudget, readBody } from './body.ts'
import { toHeaders } from './bytes.ts'
import { withDeadline } from './deadline.ts'
import { buildUrl, type PathSegment, type QueryValues, toParams } from './encode.ts'
import { createTransport, type ExchangeRequest, sendRequest, type TlsFacts } from './exchange.ts'
import { parseBoundedJson } from './json.ts'
import { FAILURE_BODY_BYTES, IN_FLIGHT, MAX_BODY_BYTES } from './limits.ts'
import { createRetryBudget, planRetry } from './retry.ts'
import { type HttpFailure, type StatusTable, toNetworkError, toStatusError } from './status.ts'

export { MAX_BODY_BYTES }

export type HttpClientOptions = Readonly<{
  // From local configuration only: fixes scheme, host, port and the path's start.
  baseUrl: string
  // The instance's name, which stands for its credential in `unauthorized`.
  name: string
  // Asked before each request, so that a rotated secret is used at once.
  headers?: () => Promise<Readonly<Record<string, string>>>
  errors?: StatusTable
  // What a server that stands between says of a refusal, asked before the table.
  between?: ConnectContext['between']
  tls?: TlsFacts
  // Largest body after decompression.
  maxBytes?: number
  budget?: ByteBudget
  // Jitter of retries, 0 to 1.
  random?: () => number
}>

export type HttpRequest = Readonly<{
  // One element per segment, unencoded; each is checked, see encode.ts.
  path: readonly PathSegment[]
  query?: QueryValues
  // Beside the client's own, and above them: a credential of this one call.
  headers?: Readonly<Record<string, string>>
  context: CallContext
  // False stops the one retry after 503, a reset or 429.
  retry?: boolean
}>

export type HttpResponse = Readonly<{
  status: number
  // Lower-case names; repeated headers are joined by a comma.
  headers: Readonly<Record<string, string>>
  json: unknown
}>

// `type` is the content type of the body; JSON unless given.
export type ChangeRequest = Omit<HttpRequest, 'retry'> &
  Readonly<{ method: 'POST' | 'PUT' | 'PATCH'; body: unknown; type?: string }>

// A plain-text answer, such as a log; `text` keeps undecodable bytes as U+FFFD.
export type TextResponse = Omit<HttpResponse, 'json'> & Readonly<{ text: string }>

export type HttpClient = Readonly<{
  get(request: HttpRequest): Promise<HttpResponse>
  // Reads text/plain; any other type is `unusable`.
  getText(request: HttpRequest): Promise<TextResponse>
  postForm(request: HttpRequest & Readonly<{ form: QueryValues }>): Promise<HttpResponse>
  postJson(request: HttpRequest & Readonly<{ body: unknown }>): Promise<HttpResponse>
  // Sends a change: once, never tried again, so that a lost answer leaves its outcome unknown and not doubled.
  change(request: ChangeRequest): Promise<HttpResponse>
  close(): void
}>

// A client for one JSON API, bounded in time, bytes, depth and destination. Every method
// throws SourceError with closed fields, or ArgumentError for a path segment; making it touches no network.
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const base = new URL(options.baseUrl)
  const transport = createTransport(base, options.tls)
  const retries = createRetryBudget()
  const random = options.random ?? Math.random

  async function request<T>(sent: Sent, parse: ParseBody<T>): Promise<Answer<T>> {
    const { context } = sent
    const url = buildUrl(base, sent.path, sent.query)
    retries.earn()
    return withDeadline(context, async (signal, enter) => {
      const attempt = () => exchange({ ...sent, url }, { signal, enter, parse })
      try {
        return await attempt()
      } catch (error) {
        const wait = sent.retry === false ? undefined : planRetry(error, context, random)
        if (wait === undefined || !retries.spend()) throw error
        await sleep(context.clock, wait, signal)
        return attempt()
      }
    })
  }

  async function exchange<T>(
    sent: Sent & Readonly<{ url: URL }>,
    call: Readonly<{ signal: AbortSignal; enter(phase: Phase): void; parse: ParseBody<T> }>,
  ): Promise<Answer<T>> {
    const own = {
      ...(sent.accept === undefined ? {} : { accept: sent.accept }),
      ...(sent.type === undefined ? {} : { 'content-type': sent.type }),
    }
    const headers = { ...ACCEPT, ...own, ...(await options.headers?.()), ...sent.headers }
    const { url, method, body } = sent
    const credential = options.name
    const outgoing = { method, url, headers, credential, ...(body === undefined ? {} : { body }) }
    sent.context.vendorCall?.()
    const response = await sendRequest(transport, outgoing, call)
    const status = response.statusCode ?? 0
    if (!(sent.isChange === true ? isDone : isAnswer)(status))
      throw await toFailure(response, sent.context.clock.now())
    const content = await read(response, options.maxBytes ?? MAX_BODY_BYTES, call.parse)
    return { status, headers: toHeaders(response), content }
  }

  async function read<T>(response: IncomingMessage, maxBytes: number, parse: ParseBody<T>): Promise<T> {
    const limits = { maxBytes, budget: options.budget ?? IN_FLIGHT }
    const type = response.headers['content-type'] ?? ''
    try {
      return await readBody(response, limits, (bytes) => parse(bytes, type))
    } catch (error) {
      throw toNetworkError(error)
    }
  }

  async function toFailure(response: IncomingMessage, at: number): Promise<Error> {
    const status = response.statusCode ?? 0
    const row = options.errors?.[status]
    // Only a table's own row, or who knows the server between, may look into the body of a failure.
    const body =
      row === undefined && options.between === undefined
        ? undefined
        : await read(response, FAILURE_BODY_BYTES, parseFailure).catch(() => undefined)
    response.destroy()
    const refused = options.between?.({ status, text: body?.text ?? '' })
    if (refused !== undefined) return refused
    const failure: HttpFailure = {
      ...{ status, headers: toHeaders(response), json: body?.json, at },
      credential: options.name,
    }
    return row === undefined ? toStatusError(failure) : row(failure)
  }

  async function requestJson(sent: Sent): Promise<HttpResponse> {
    const { content, ...head } = await request(sent, parseAnswer)
    return { ...head, json: content }
  }

  return {
    get: (sent) => requestJson({ ...sent, method: 'GET' }),
    async getText(sent) {
      const { content, ...head } = await request({ ...sent, method: 'GET', accept: TEXT_TYPE }, parseText)
      return { ...head, text: content }
    },
    postForm: ({ form, ...sent }) =>
      requestJson({ ...sent, method: 'POST', type: FORM, body: toParams(form).toString() }),
    postJson: ({ body, ...sent }) =>
      requestJson({ ...sent, method: 'POST', type: JSON_TYPE, body: JSON.stringify(body) }),
    change: ({ body, type = JSON_TYPE, ...sent }) =>
      requestJson({ ...sent, type, body: JSON.stringify(body), retry: false, isChange: true }),
    close: () => transport.agent.destroy(),
  }
}

// A read is answered by 200, or by 201 where asking makes an object. 202 is not ready, 203 was changed on the way, and
// 206 and 207 are parts, whatever their bodies look like.
function isAnswer(status: number): boolean {
  return status === 200 || status === 201
}

function isDone(status: number): boolean {
  return status >= 200 && status <= 299 && status !== 206
}

type Sent = HttpRequest &
  Readonly<{ type?: string; accept?: string; isChange?: boolean }> &
  Pick<ExchangeRequest, 'method' | 'body'>
type Answer<T> = Omit<HttpResponse, 'json'> & Readonly<{ content: T }>
type ParseBody<T> = (bytes: Buffer, type: string) => T

const JSON_TYPE = 'application/json'
// Failures are JSON even where the answer is text.
const TEXT_TYPE = 'text/plain, application/json;q=0.5, */*;q=0.1'
const FORM = 'application/x-www-form-urlencoded'
const ACCEPT = Object.freeze({ accept: JSON_TYPE, 'accept-encoding': 'gzip, deflate, br' })

// A page in another language, whatever its status says, is not the vendor's answer.
function parseJson(bytes: Buffer, type: string): unknown {
  const start = bytes.subarray(0, 64).toString('latin1').trimStart().slice(0, 1)
  const saysJson = /^[^;]*\bjson\b/i.test(type)
  if (start === '<' || (!saysJson && start !== '{' && start !== '['))
    throw new SourceError('unusable', { why: 'unexpected_kind' })
  return parseBoundedJson(bytes)
}

// A failure's body as text, and as JSON where it is that.
function parseFailure(bytes: Buffer, type: string): Readonly<{ text: string; json: unknown }> {
  const text = bytes.toString('utf8')
  try {
    return { text, json: parseJson(bytes, type) }
  } catch {
    return { text, json: undefined }
  }
}

function parseAnswer(bytes: Buffer, type: string): unknown {
  const json = parseJson(bytes, type)
  if (tellsError(json)) throw new SourceError('unusable', { why: 'unexpected_kind', code: 'error_in_answer' })
  return json
}

// Gateways put an error where the answer should be, under a status of success. A thing that failed tells its error among
// other fields, and is an answer.
function tellsError(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false
  const fields = Object.entries(json)
  return (
    fields.some(([name, told]) => (name === 'error' || name === 'errors') && isTold(told)) &&
    fields.every(([name]) => ERROR_FIELDS.has(name.toLowerCase()))
  )
}

function isTold(told: unknown): boolean {
  return Array.isArray(told) ? told.length > 0 : told !== null && told !== '' && told !== false
}

const ERROR_FIELDS: ReadonlySet<string> = new Set(
  'error errors error_code error_description errorcode code message msg detail details reason status statuscode success ok title type path timestamp request_id requestid trace_id traceid documentation_url'.split(
    ' ',
  ),
)

function parseText(bytes: Buffer, type: string): string {
  if (!/^\s*text\/plain\b/i.test(type)) throw new SourceError('unusable', { why: 'unexpected_kind' })
  return new TextDecoder().decode(bytes)
}
