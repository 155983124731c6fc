import { chmod, lstat, mkdir, unlink } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Ledger } from './ledger.ts'

const SOCKET = 'sent.sock'
// Longest path that a Unix socket takes on every system.
const MAX_PATH = 103

export type LedgerDoor = Readonly<{ close(): Promise<void> }>

// Where the ledger of the agent with this data_dir is asked.
export function ledgerSocket(dataDir: string): string {
  return join(dataDir, SOCKET)
}

// Answers `GET /sent` and `GET /sent?call=ID` on a Unix socket with mode 0600 in the agent's folder, and nowhere else.
// Rejects when the socket cannot be made.
export async function serveLedger(dataDir: string, ledger: Ledger): Promise<LedgerDoor> {
  const path = ledgerSocket(dataDir)
  if (Buffer.byteLength(path) > MAX_PATH)
    throw new RangeError('the path of data_dir is too long for a socket')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await removeOld(path)
  const server = createServer((request, response) => answer(request, response, ledger))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // The socket is made within `listen`: there is no moment in which others could open it.
    const before = process.umask(0o177)
    try {
      server.listen(path, resolve)
    } finally {
      process.umask(before)
    }
  })
  await chmod(path, 0o600)
  return Object.freeze({
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

// What a process that ended without a goodbye left behind; whatever else stands there stays, and listening fails.
async function removeOld(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found?.isSocket()) await unlink(path)
}

function answer(request: IncomingMessage, response: ServerResponse, ledger: Ledger): void {
  const url = new URL(request.url ?? '/', 'http://agent')
  const call = url.searchParams.get('call')
  const body =
    request.method !== 'GET' || url.pathname !== '/sent'
      ? null
      : call === null
        ? { sent: ledger.list() }
        : toReply(call, ledger)
  if (body === null) send(response, 404, { error: 'not_found' })
  else send(response, 200, body)
}

function toReply(call: string, ledger: Ledger) {
  const sent = ledger.list().find((one) => one.call === call)
  if (sent === undefined) return null
  const bytes = ledger.read(call)
  // A reply is JSON in UTF-8, header and body: as text it is the same bytes.
  return { ...sent, text: bytes === null ? null : new TextDecoder().decode(bytes) }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
