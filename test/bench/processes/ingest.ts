import { ALL_BEATS_SUBJECT, ALL_REPORTS_SUBJECT, PING_SUBJECT } from '@vedette/proto/wire'
import { connect } from 'nats'
import { createIngest, REPLICA } from '../support/ingest.ts'

// The ingest of one control plane over a broker, with its pings and sweeps: `connected N` each second.
const [url = '', agents = '0', tick = '10000'] = process.argv.slice(2)
const tickMs = Number(tick)
const connection = await connect({ servers: url, noAsyncTraces: true })
const ingest = createIngest(Number(agents), tickMs, (nonce) =>
  connection.publish(
    PING_SUBJECT,
    JSON.stringify({ type: 'vedette.v1.ping', replica: REPLICA, nonce, at: Date.now() }),
  ),
)
connection.subscribe(ALL_BEATS_SUBJECT, {
  callback: (_, message) => ingest.beat(message.subject, message.data),
})
connection.subscribe(ALL_REPORTS_SUBJECT, {
  callback: (_, message) => ingest.report(message.subject, message.data),
})
setInterval(ingest.tick, tickMs)
setInterval(ingest.sweep, tickMs / 10)
setInterval(() => console.log(`connected ${ingest.connected()}`), 1000)
await connection.flush()
console.log('ready ingest')
