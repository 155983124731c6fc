import { STATUS_CODES } from 'node:http'
import type { FastifyReply } from 'fastify'
import { AuditError } from '../audit/index.ts'
import { type ToolError, toErrorText } from '../tools/index.ts'

// A failure of the HTTP API, with its status; thrown by handlers, written in the one error shape.
export class HttpFault extends Error {
  override readonly name = 'HttpFault'
  readonly status: number
  readonly error: ToolError
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, error: ToolError, headers: Readonly<Record<string, string>> = {}) {
    super(error.message)
    this.status = status
    this.error = error
    this.headers = headers
  }
}

// Makes a fault that is the caller's to mend.
export function fault(
  status: number,
  facts: Readonly<{ code: string; message: string; fix?: string; field?: string; retryable?: boolean }>,
  headers: Readonly<Record<string, string>> = {},
): HttpFault {
  const { retryable = false, ...rest } = facts
  return new HttpFault(status, { ...rest, retryable }, headers)
}

// Writes an error in the one shape.
export function sendError(reply: FastifyReply, { status, error, headers }: HttpFault): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type('application/json; charset=utf-8')
    .send(toErrorText(error))
}

// The same for a limit of the MCP endpoint, whose clients read errors of JSON-RPC; `retry-after` is set already.
export function sendProtocolLimit(reply: FastifyReply, { status, error, headers }: HttpFault): FastifyReply {
  const retry_after_ms = Number(reply.getHeader('retry-after') ?? 1) * 1000
  const { code, message, fix } = error
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_000, message: `${message}: ${fix}`, data: { code, retry_after_ms } },
      }),
    )
}

// The status of a tool's error on the plain API; over MCP it stands in the result.
export function toStatus(error: ToolError): number {
  switch (error.code) {
    case 'unknown_tool':
    case 'unknown_action':
      return 404
    case 'internal':
    case 'unavailable':
    case 'audit_unavailable':
      return 503
    default:
      return 400
  }
}

const BY_FASTIFY_CODE: Readonly<
  Record<string, Readonly<{ status: number; code: string; message: string; fix: string }>>
> = Object.freeze({
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    code: 'body_too_large',
    message: 'the body is over 4 MiB',
    fix: 'send less at a time',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    status: 400,
    code: 'invalid_json',
    message: 'the body is not valid JSON',
    fix: 'send one JSON object in UTF-8',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    status: 400,
    code: 'invalid_json',
    message: 'the body is empty',
    fix: 'send one JSON object in UTF-8',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'only JSON is read here',
    fix: 'send content-type: application/json',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: 'bad_request',
    message: 'content-length does not match the body',
    fix: 'send the true length',
  },
  FST_ERR_BAD_URL: {
    status: 400,
    code: 'bad_request',
    message: 'the URL is malformed',
    fix: 'encode the path',
  },
})

// Any error as a fault: known ones by their code, others of 4xx in general words, everything else as our own.
export function toFault(error: unknown): HttpFault {
  if (error instanceof HttpFault) return error
  if (error instanceof AuditError)
    return fault(503, {
      code: error.code,
      message: error.message,
      field: error.field,
      fix: error.fix,
      retryable: true,
    })
  const { code, statusCode } = toFacts(error)
  const known = BY_FASTIFY_CODE[code]
  if (known !== undefined) {
    const { status, ...facts } = known
    return fault(status, facts)
  }
  if (statusCode >= 400 && statusCode < 500) {
    const message = (STATUS_CODES[statusCode] ?? 'Bad Request').toLowerCase()
    return fault(statusCode, { code: 'bad_request', message, fix: 'see the HTTP status' })
  }
  return fault(503, {
    code: 'internal',
    message: 'the control plane failed',
    fix: 'try again; an operator finds the reason in the log of the control plane',
    retryable: true,
  })
}

function toFacts(error: unknown): Readonly<{ code: string; statusCode: number }> {
  if (!(error instanceof Error)) return { code: '', statusCode: 500 }
  return {
    code: 'code' in error ? String(error.code) : '',
    statusCode: 'statusCode' in error ? Number(error.statusCode) : 500,
  }
}
