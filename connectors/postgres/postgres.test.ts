import { describeConnector } from '@vedette/connectors/kit/testing'
import { postgresConnector } from './index.ts'
import { createFakePostgres } from './testing/fake-postgres.ts'

describeConnector({
  connector: postgresConnector,
  folder: import.meta.dirname,
  createServer: createFakePostgres,
  config: ({ baseUrl }) => ({
    host: new URL(baseUrl).hostname,
    port: Number(new URL(baseUrl).port || 5432),
    username: 'vedette',
    password: { env: 'PG_PASSWORD' },
    tls: { mode: 'off' },
  }),
  lacks: {
    redirect: 'the protocol has no redirect',
    empty_body: 'an empty answer is a closed connection, which is reset',
    gzip_bomb: 'the protocol has no compression',
  },
  lacksLater: {
    html: 'within a session it is a message that never ends, and a silence until the deadline',
    truncated_json: 'within a session it is a message that never ends, and a silence until the deadline',
  },
})
