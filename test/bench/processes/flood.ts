import { connect } from 'nats'
import { createFakeAgents } from '../support/beats.ts'

// Publishes beats of many agents as fast as it can: `bench.flood` says how many, with which nonce and in which form.
const [url = '', count = '0', replica = ''] = process.argv.slice(2)
const connection = await connect({ servers: url, noAsyncTraces: true })
const agents = createFakeAgents(Number(count))

type Order = { readonly what: 'reports' | 'beats' | 'spaced'; readonly count: number; readonly nonce: string }

connection.subscribe('bench.flood', {
  callback: (_, message) => {
    const { what, count, nonce } = message.json<Order>()
    const pings = { [replica]: nonce }
    for (let at = 0; at < count; at += 1) {
      const agent = agents[at % agents.length]
      if (agent === undefined) break
      if (what === 'reports') connection.publish(agent.subject.report, agent.report(pings))
      // With a space after the brace no beat is byte for byte like the one before: each must be read in full.
      else
        connection.publish(
          agent.subject.beat,
          what === 'beats' ? agent.beat(pings) : agent.beat(pings).replace('{', '{ '),
        )
    }
    connection.flush().then(
      () => message.respond('{}'),
      () => process.exit(1),
    )
  },
})
await connection.flush()
console.log('ready flood')
