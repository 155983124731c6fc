import { describeConnector } from '../../conformance.ts'
import { createShelf } from './connector.ts'

// Runs the suite on a shelf with the fault that the last argument names.
const fault = process.argv.at(-1) as Parameters<typeof createShelf>[0] | 'none'

describeConnector({
  connector: createShelf(fault === 'none' ? undefined : fault),
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({ url: baseUrl, token: { env: 'SHELF_TOKEN' } }),
})
