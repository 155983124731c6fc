import { connect, type Socket } from 'node:net'
import { PING_SUBJECT } from '@vedette/proto/wire'
import { createFakeAgents, type FakeAgent } from '../support/beats.ts'

// Many agents, each with a connection of its own that speaks as much of the bus's protocol as it needs: it answers
// the broker, hears pings, reports once and beats each tick.
const [port = '0', count = '0', tick = '10000', replica = ''] = process.argv.slice(2)
const tickMs = Number(tick)
const CONNECTING_AT_ONCE = 100

for (const agents of inTurns(createFakeAgents(Number(count)), CONNECTING_AT_ONCE))
  await Promise.all(agents.map(connectAgent))
console.log('ready agents')

function connectAgent(agent: FakeAgent): Promise<void> {
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true })
  socket.setEncoding('latin1')
  let nonce: string | null = null
  let rest = ''
  const pings = () => (nonce === null ? {} : { [replica]: nonce })
  socket.on('data', (text: string) => {
    rest += text
    if (rest.includes('PING\r\n')) socket.write('PONG\r\n')
    nonce = [...rest.matchAll(/"nonce":"([\w-]+)"/g)].at(-1)?.[1] ?? nonce
    rest = rest.slice(-512)
    if (rest.includes('PING\r\n')) rest = ''
  })
  const publish = (subject: string, body: string) =>
    socket.write(`PUB ${subject} ${Buffer.byteLength(body)}\r\n${body}\r\n`)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.write(`CONNECT {"verbose":false,"pedantic":false,"lang":"bench","version":"1"}\r\n`)
      subscribe(socket, agent)
      publish(agent.subject.report, agent.report(pings()))
      setTimeout(() => {
        publish(agent.subject.beat, agent.beat(pings()))
        setInterval(() => publish(agent.subject.beat, agent.beat(pings())), tickMs)
      }, Math.random() * tickMs)
      resolve()
    })
  })
}

// The subjects that an agent listens to.
function subscribe(socket: Socket, { id }: FakeAgent): void {
  const own = ['call', 'cancel', 'policy', 'ack', 'stop'].map((what) => `v1.agent.${id}.${what}`)
  const lines = [PING_SUBJECT, ...own].map((subject, at) => `SUB ${subject} ${at + 1}\r\n`)
  socket.write(lines.join(''))
}

function inTurns<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
}
