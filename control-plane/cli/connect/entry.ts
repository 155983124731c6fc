import { existsSync } from 'node:fs'
import type { ConnectorDescription } from '@vedette/proto/connector'
import { stringify } from 'yaml'
import { toPlain } from '../output/table.ts'
import type { ConnectorEntry } from '../up/agent-file.ts'
import { buildConfig } from './build-config.ts'
import { readContexts } from './kubeconfig.ts'
import type { ConnectOptions } from './parse-options.ts'

// What would be added, and what a person should know of it before saying yes.
export type Draft = Readonly<{ entry: ConnectorEntry; notes: readonly string[] }>

// The entry that the options make.
export function toDraft(connector: ConnectorDescription, options: ConnectOptions, home: string): Draft {
  const pinned = pinContext(connector, buildConfig(options.given, home))
  const entry = {
    connector: connector.id,
    ...(options.instance === null ? {} : { instance: options.instance }),
    config: pinned.config,
  }
  return { entry, notes: [...pinned.notes, ...listSourceNotes(pinned.config)] }
}

// An entry as it will stand in the agent's file; it names sources of secrets and never holds one.
export function toEntryText(entry: ConnectorEntry): string {
  const text = stringify(entry, { lineWidth: 0 })
  return text.replace(/^.+$/gm, (line) => `  ${line.slice(0, line.search(/\S/))}${toPlain(line.trimStart())}`)
}

// The current context changes with other tools: the one that is current now is written down, so that the agent does
// not begin to read another cluster.
function pinContext(connector: ConnectorDescription, config: ConnectorEntry['config']) {
  const { file } = Object(config.kubeconfig)
  if (connector.id !== 'kubernetes' || typeof file !== 'string' || config.context !== undefined)
    return { config, notes: [] }
  const contexts = readContexts(file)
  if (contexts === null || contexts.current === null) return { config, notes: [] }
  const others = contexts.names.filter((name) => name !== contexts.current)
  const more = others.length === 0 ? '' : `; --context takes another: ${others.join(', ')}`
  return {
    config: { ...config, context: contexts.current },
    notes: [`context ${contexts.current} is the current one${more}`],
  }
}

function listSourceNotes(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Object.keys(value)
  if (keys.length === 1 && 'file' in value && typeof value.file === 'string')
    return existsSync(value.file) ? [] : [`${value.file} does not exist yet: nothing is read until it does`]
  if (keys.length === 1 && 'env' in value && typeof value.env === 'string')
    return [`${value.env} is read from the environment in which \`vedette up\` was started`]
  return Object.values(value).flatMap(listSourceNotes)
}
