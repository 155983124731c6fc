import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A bare HTTP server: parses the JSON it is sent and answers JSON of 1 KB, or at /list the bytes last put there.
const filler = 'x'.repeat(960)
let list: Buffer = Buffer.from('{}')

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts)
    if (request.method === 'PUT') list = body
    const asksList = request.url === '/list' && request.method === 'POST'
    const id = request.method === 'POST' ? (JSON.parse(body.toString('utf8')) as { id?: number }).id : null
    const answer = asksList ? list : JSON.stringify({ jsonrpc: '2.0', id, result: { text: filler } })
    response.setHeader('content-type', 'application/json')
    response.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
