import { isMap, isSeq, parseDocument, stringify, visit } from 'yaml'
import { CliError } from '../cli-error.ts'

// A connector as it stands in the agent's file.
export type ConnectorEntry = Readonly<{
  connector: string
  instance?: string
  config: Readonly<Record<string, unknown>>
}>

export type AgentFileFacts = Readonly<{
  name: string
  data_dir: string
  nats_url: string
  lobby_creds_file: string
  join_token_file: string
}>

const HEAD = `# The local agent of \`vedette up\`. Edit it, or use \`vedette connect\`: a running \`up\` takes changes in at once.
`

// The agent's file for a first run: this machine's own facts and nothing else.
export function createAgentFile(facts: AgentFileFacts): string {
  const { name, data_dir, nats_url, lobby_creds_file, join_token_file } = facts
  const file = {
    name,
    data_dir,
    nats: { url: nats_url, lobby_creds_file },
    join_token: { file: join_token_file },
    connectors: [{ connector: 'host' }],
  }
  return HEAD + stringify(file)
}

// The same file with the broker's address of this run; comments and everything else stay.
export function setNatsUrl(text: string, url: string): string {
  const document = parse(text)
  document.setIn(['nats', 'url'], url)
  return document.toString()
}

// The same file with the entry in place of the one of its name, or added; comments stay.
export function putConnector(text: string, entry: ConnectorEntry): string {
  const document = parse(text)
  const list = document.get('connectors')
  if (!isSeq(list)) document.set('connectors', document.createNode([entry]))
  else {
    const name = entry.instance ?? entry.connector
    const at = list.items.findIndex(
      (item) => isMap(item) && (item.get('instance') ?? item.get('connector')) === name,
    )
    if (at < 0) list.add(document.createNode(entry))
    else list.set(at, document.createNode(entry))
  }
  return document.toString()
}

// The connectors that stand in the file.
export function listConnectors(text: string): readonly ConnectorEntry[] {
  const value: unknown = parse(text).toJS()
  if (typeof value !== 'object' || value === null || !('connectors' in value)) return []
  if (!Array.isArray(value.connectors)) return []
  return value.connectors.flatMap((one) =>
    typeof one?.connector === 'string' ? [{ ...one, config: one.config ?? {} }] : [],
  )
}

// The environment variables that secrets of this file are read from: the only ones that the agent is given.
export function listSecretVariables(text: string): readonly string[] {
  const names = new Set<string>()
  visit(parse(text), {
    Map(_, map) {
      const name = map.items.length === 1 ? map.get('env') : undefined
      if (typeof name === 'string') names.add(name)
    },
  })
  return [...names]
}

function parse(text: string) {
  const document = parseDocument(text)
  if (document.errors.length === 0) return document
  const line = document.errors[0]?.linePos?.[0].line ?? 1
  throw new CliError(
    'failure',
    `the agent's file is not valid YAML (line ${line})`,
    'correct its indentation',
  )
}
