import { type ByteAnswer, type ByteClient, parseBoundedJson } from '@vedette/connectors/kit'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import { toAwsError } from './errors.ts'
import { SERVICES, type Service } from './services.ts'
import { checkXml } from './xml.ts'

// What the SDK hands over: a signed request.
type SdkRequest = Readonly<{
  protocol: string
  hostname: string
  port?: number
  method: string
  path: string
  query?: Readonly<Record<string, string | readonly string[] | null>>
  headers: Readonly<Record<string, string>>
  body?: unknown
}>

// The call that a request belongs to; it comes with the SDK's own options.
export type CallFacts = Readonly<{ service: Service; method: string; region: string; context: CallContext }>

type SdkResponse = { statusCode: number; headers: Record<string, string>; body: Uint8Array }

// The SDK's request handler, as far as its clients use it.
export type SdkHandler = Readonly<{
  handle(request: SdkRequest, options?: object): Promise<{ response: SdkResponse }>
  updateHttpClientConfig(): void
  httpHandlerConfigs(): Record<string, never>
}>

// Carries the SDK's requests over the kit: its caps, deadline, closed sockets and checked addresses hold, failures
// become typed errors before the SDK reads them, and an answer that is not in the service's language is none.
export function createHandler(bytes: ByteClient, credential: string): SdkHandler {
  return {
    async handle(request, options) {
      const facts = readFacts(options)
      const sent = {
        method: toMethod(request.method),
        url: toUrl(request),
        headers: request.headers,
        context: facts.context,
        ...toBody(request.body),
      }
      const response = await bytes.send(sent, (answer) => judge(answer, { ...facts, credential }))
      return { response }
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  }
}

function judge(answer: ByteAnswer, facts: CallFacts & Readonly<{ credential: string }>): SdkResponse {
  if (answer.status < 200 || answer.status > 299) throw toAwsError(answer, facts)
  const { status: statusCode, headers, bytes: body } = answer
  const isJson = SERVICES[facts.service].speaks === 'json' || facts.method === 'getBucketPolicy'
  if (isJson) checkJson(body)
  else checkXml(body)
  return { statusCode, headers: { ...headers }, body }
}

function checkJson(bytes: Uint8Array): void {
  const parsed = parseBoundedJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new SourceError('unusable', { why: 'unexpected_kind' })
}

function readFacts(options: object | undefined): CallFacts {
  const call: unknown = options === undefined ? undefined : Reflect.get(options, 'call')
  if (typeof call !== 'object' || call === null) throw new TypeError('a request came without its call')
  return call as CallFacts // createSdk is the one that makes requests
}

function toMethod(method: string): 'GET' | 'POST' | 'PUT' | 'HEAD' {
  if (method === 'GET' || method === 'POST' || method === 'HEAD') return method
  throw new TypeError(`reads never ${method}`)
}

function toBody(body: unknown): Readonly<{ body?: string | Uint8Array }> {
  if (body === undefined || body === null || body === '') return {}
  if (typeof body === 'string' || body instanceof Uint8Array) return { body }
  throw new TypeError('a request has a streaming body')
}

function toUrl({ protocol, hostname, port, path, query = {} }: SdkRequest): URL {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const key = encodeStrictly(name)
    if (value === null) return [key]
    return (typeof value === 'string' ? [value] : value).map((one) => `${key}=${encodeStrictly(one)}`)
  })
  const search = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  return new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${search}`)
}

// As the signature writes it: RFC 3986, with the five characters that encodeURIComponent leaves.
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
