import type { Connector } from '@vedette/proto/connector'

// What the suite checks; a skip needs a reason, which stands in the test's name.
export type Check =
  | 'unknown_keys'
  | 'offline_connect'
  | 'probe'
  | 'probe_faults'
  | 'fixtures'
  | 'blind'
  | 'abort'
  | 'secrets'
  | 'paging'
  | 'readme'

// Where a run of the suite finds its vendor: the replay server's URL, and the fixture's folder for connectors
// that read files instead.
export type World = Readonly<{ baseUrl: string; fixture: string }>

export type ConformanceOptions = Readonly<{
  connector: Connector
  // The connector's folder: README.md and fixtures/<case>/{request,responses,expected}.json.
  folder: string
  // A valid raw configuration that uses secrets wherever it can.
  config: (world: World) => Readonly<Record<string, unknown>>
  skip?: Readonly<Partial<Record<Check, string>>>
}>
