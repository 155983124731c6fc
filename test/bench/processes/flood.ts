import { connect } from 'nats'
import { createFakeAgents, type FakeAgent } from '../support/beats.ts'

// Publishes beats of many agents as fast as it can: `bench.flood` says how many, with which nonce and in which form.
const [url = '', count = '0', replica = ''] = process.argv.slice(2)
const connection = await connect({ servers: url, noAsyncTraces: true })
const agents = createFakeAgents(Number(count))

type Order = { readonly what: 'reports' | 'beats' | 'spaced'; readonly count: number; readonly nonce: string }

connection.subscribe('bench.flood', {
  callback: (_, message) => {
    const { what, count, nonce } = message.json<Order>()
    const pings = { [replica]: nonce }
    // Written before the first leaves: the subscriber must not wait for us.
    const messages = Array.from({ length: count }, (_, at) =>
      toMessage(agents[at % agents.length], what, pings),
    )
    for (const { subject, text } of messages) connection.publish(subject, text)
    connection.flush().then(
      () => message.respond('{}'),
      () => process.exit(1),
    )
  },
})
await connection.flush()
console.log('ready flood')

type Message = { readonly subject: string; readonly text: string }

function toMessage(
  agent: FakeAgent | undefined,
  what: Order['what'],
  pings: Readonly<Record<string, string>>,
): Message {
  if (agent === undefined) throw new RangeError('there are no agents to speak for')
  if (what === 'reports') return { subject: agent.subject.report, text: agent.report(pings) }
  const text = agent.beat(pings)
  // With a space after the brace no beat is byte for byte like the one before: each must be read in full.
  return { subject: agent.subject.beat, text: what === 'beats' ? text : text.replace('{', '{ ') }
}
