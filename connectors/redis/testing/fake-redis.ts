import type { Socket } from 'node:net'
import { createWireServer, type VendorServer, type WireDesk } from '@vedette/connectors/kit/testing'

type Fault = NonNullable<ReturnType<WireDesk['take']>['fault']>

const NINE_MIB = 9 * 1024 * 1024

// How a Redis, or whatever answers in its place, fails.
const FAULTS: Readonly<Partial<Record<Fault, (socket: Socket, words: readonly string[]) => void>>> =
  Object.freeze({
    http_401: (socket) => socket.write('-WRONGPASS invalid username-password pair or user is disabled.\r\n'),
    http_403: (socket) =>
      socket.write("-NOPERM User vedette has no permissions to run the 'info' command\r\n"),
    http_429: (socket) => socket.end('-ERR max number of clients reached\r\n'),
    http_500: (socket) => socket.write('-LOADING Redis is loading the dataset in memory\r\n'),
    echo: (socket, words) => socket.write(`-LOADING ${words.join(' ')}\r\n`),
    html: (socket) =>
      socket.write('HTTP/1.1 400 Bad Request\r\ncontent-type: text/html\r\n\r\n<html></html>'),
    empty_body: (socket) => socket.write('$0\r\n\r\n'),
    oversized: (socket) => {
      socket.write(`$${NINE_MIB}\r\n`)
      socket.write(Buffer.alloc(NINE_MIB, 'a'))
    },
    silence: () => {},
    reset: (socket) => socket.resetAndDestroy(),
  })

// A Redis that plays routes: `path` is the command with its arguments (`INFO`, `CONFIG GET *`), and the reply is
// `text` as a bulk string, or `json` as Redis would nest it.
export function createFakeRedis(): Promise<VendorServer> {
  return createWireServer('redis', (socket, desk) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (let read = readCommand(text); read !== undefined; read = readCommand(text)) {
        text = read.rest
        answer(socket, desk, read.words)
      }
    })
  })
}

function answer(socket: Socket, desk: WireDesk, words: readonly string[]): void {
  const name = words[0]?.toUpperCase() === 'AUTH' ? 'AUTH' : words.join(' ')
  const { fault, route } = desk.take(name)
  if (fault !== undefined) {
    FAULTS[fault]?.(socket, words)
    return
  }
  if (route === undefined) socket.write(`-ERR unknown command '${words[0]}'\r\n`)
  else if (typeof route.json === 'string' && route.json.startsWith('-')) socket.write(`${route.json}\r\n`)
  else socket.write(encode(route.text ?? route.json))
}

function encode(value: unknown): string {
  if (Array.isArray(value)) return `*${value.length}\r\n${value.map(encode).join('')}`
  if (typeof value === 'number') return `:${value}\r\n`
  if (value === null || value === undefined) return '$-1\r\n'
  return `$${Buffer.byteLength(String(value))}\r\n${value}\r\n`
}

// Takes one command, an array of bulk strings, off the front.
function readCommand(text: string): Readonly<{ words: string[]; rest: string }> | undefined {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (head === null) return undefined
  let at = head[0].length
  const words: string[] = []
  for (let index = 0; index < Number(head[1]); index++) {
    const length = /^\$(\d+)\r\n/.exec(text.slice(at))
    if (length === null) return undefined
    at += length[0].length
    const end = at + Number(length[1])
    if (text.length < end + 2) return undefined
    words.push(text.slice(at, end))
    at = end + 2
  }
  return { words, rest: text.slice(at) }
}
