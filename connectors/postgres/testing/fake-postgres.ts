import type { Socket } from 'node:net'
import {
  createWireServer,
  type Route,
  type VendorServer,
  type WireDesk,
} from '@vedette/connectors/kit/testing'
import { z } from 'zod'
import { dataRow, errorResponse, message, PARTS, rowDescription } from './messages.ts'

type Fault = NonNullable<ReturnType<WireDesk['take']>['fault']>

// What a route of responses.json answers with: objects of one of our own queries, rows of a caller's statement, or the
// SQLSTATE of an error.
const answerSchema = z.strictObject({
  objects: z.array(z.unknown()).optional(),
  columns: z.array(z.tuple([z.string(), z.number()])).optional(),
  rows: z.array(z.array(z.string().nullable())).optional(),
  error: z.string().optional(),
})

const IDENTITY = {
  version_num: 150_018,
  version: '15.18',
  in_recovery: false,
  database: 'postgres',
  sees_all_stats: true,
  sees_all_settings: true,
  statistics_since: '2026-11-01T00:00:00+00:00',
  counts: true,
}
const ALWAYS: readonly Route[] = [
  { path: 'startup' },
  { path: 'begin', json: {} },
  { path: 'savepoint', json: {} },
  { path: 'rollback', json: {} },
  { path: 'identity', json: { objects: [IDENTITY] } },
]

const CODES: Readonly<Partial<Record<Fault, string>>> = Object.freeze({
  http_401: '28P01',
  http_403: '42501',
  http_429: '53300',
  http_500: 'XX000',
  echo: 'XX000',
})
const NINE_MIB = 9 * 1024 * 1024
const JSON_OID = 25

// A PostgreSQL that plays routes: `path` is the name that stands in a statement's comment.
export async function createFakePostgres(): Promise<VendorServer> {
  const server = await createWireServer('postgres', speak)
  return { ...server, load: (routes) => server.load([...routes, ...ALWAYS]) }
}

function speak(socket: Socket, desk: WireDesk): void {
  let bytes = Buffer.alloc(0)
  let begun = false
  let heard = ''
  let late: Fault | undefined
  let silent = false
  let results: readonly Buffer[] = []
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    heard += chunk.toString('latin1')
    for (;;) {
      const at = begun ? 1 : 0
      if (bytes.length < at + 4) return
      const length = at + bytes.readInt32BE(at)
      if (bytes.length < length) return
      const kind = begun ? String.fromCharCode(bytes[0] ?? 0) : 'startup'
      const body = bytes.subarray(at + 4, length)
      bytes = bytes.subarray(length)
      hear(kind, body)
    }
  })

  function hear(kind: string, body: Buffer): void {
    if (kind === 'startup') {
      begun = true
      const { fault } = desk.take('startup')
      // Errors come after the password, so that it can be repeated in them.
      if (fault === undefined || CODES[fault] !== undefined) late = fault
      if (fault !== undefined && late === undefined) misbehave(fault)
      else socket.write(PARTS.askPassword)
    }
    if (kind === 'p') {
      if (late !== undefined) misbehave(late)
      else socket.write(Buffer.concat([PARTS.signedIn, PARTS.ready]))
    }
    if (kind === 'Q' || kind === 'P') {
      const text = body.subarray(kind === 'P' ? 1 : 0).toString('utf8')
      const name = /\/\* vedette:([a-z_]+) \*\//.exec(text)?.[1] ?? 'unnamed'
      const { fault, route } = desk.take(name)
      const code = fault === undefined ? undefined : CODES[fault]
      silent = fault !== undefined && code === undefined
      if (silent && fault !== undefined) misbehave(fault)
      results = code === undefined ? toMessages(route) : [errorResponse(code, heard)]
      if (kind === 'Q' && !silent) socket.write(Buffer.concat([...results, PARTS.ready]))
    }
    if (kind === 'S' && !silent)
      socket.write(Buffer.concat([PARTS.parsed, PARTS.bound, ...results, PARTS.ready]))
    if (kind === 'X') socket.end()
  }

  function misbehave(fault: Fault): void {
    const code = CODES[fault]
    if (code !== undefined) socket.end(errorResponse(code, heard))
    else if (fault === 'html') socket.write('HTTP/1.1 400 Bad Request\r\n\r\n<html></html>')
    else if (fault === 'truncated_json') socket.write(message('R', Buffer.from([0, 0, 0, 99])))
    else if (fault === 'oversized') socket.write(message('N', Buffer.alloc(NINE_MIB, 'a')))
    else if (fault === 'reset') socket.resetAndDestroy()
  }
}

function toMessages(route: Route | undefined): Buffer[] {
  const answer = answerSchema.parse(route?.json ?? { error: '42P01' })
  if (answer.error !== undefined) return [errorResponse(answer.error, 'canary-sentence of the server')]
  const objects = answer.objects?.map((one) => [JSON.stringify(one)])
  const columns = objects === undefined ? answer.columns : [['row_to_json', JSON_OID] as const]
  const rows = objects ?? answer.rows ?? []
  if (columns === undefined) return [PARTS.done]
  return [rowDescription(columns), ...rows.map(dataRow), PARTS.done]
}
