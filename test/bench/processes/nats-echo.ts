import { connect } from 'nats'

// The other end of a raw NATS round trip: answers each request with as many bytes as its header asks for.
const connection = await connect({ servers: process.argv[2] ?? '', noAsyncTraces: true })
const payloads = new Map([1024, 65_536].map((size) => [String(size), new Uint8Array(size).fill(120)]))
for (const [size, payload] of payloads)
  connection.subscribe(`bench.${size}`, { callback: (_, message) => void message.respond(payload) })
await connection.flush()
console.log('ready nats')
