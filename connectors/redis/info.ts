import { SourceError } from '@vedette/proto/connector'
import type { Command } from './client.ts'

export type Info = ReadonlyMap<string, ReadonlyMap<string, string>>

// The sections of INFO's text by lower-case name. Throws `unusable` when it is not such a text.
export function parseInfo(reply: unknown): Info {
  const sections = new Map<string, Map<string, string>>()
  let section: Map<string, string> | undefined
  for (const line of typeof reply === 'string' ? reply.split('\r\n') : []) {
    if (line.startsWith('# ')) {
      section = new Map()
      sections.set(line.slice(2).trim().toLowerCase(), section)
      continue
    }
    const colon = line.indexOf(':')
    if (colon > 0) section?.set(line.slice(0, colon), line.slice(colon + 1))
  }
  if (sections.size === 0) throw new SourceError('unusable', { why: 'unexpected_kind' })
  return sections
}

// INFO with its default sections, or with the ones named.
export async function readInfo(command: Command, ...sections: readonly string[]): Promise<Info> {
  return parseInfo(await command('INFO', ...sections))
}

// One field, or null when this version does not have it.
export function getText(info: Info, section: string, field: string): string | null {
  return info.get(section)?.get(field) ?? null
}

// The same as a number; null also for what is no number.
export function getNumber(info: Info, section: string, field: string): number | null {
  return toNumber(getText(info, section, field))
}

// A decimal number of Redis' texts; null for anything else, never 0.
export function toNumber(text: string | null | undefined): number | null {
  return text != null && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : null
}

const ROLES = Object.freeze({ master: 'primary', slave: 'replica' } as const)

// The server's role by its own word; unknown for a word that this version does not know.
export function getRole(info: Info): 'primary' | 'replica' | 'unknown' {
  const word = getText(info, 'replication', 'role') ?? ''
  return Object.hasOwn(ROLES, word) ? ROLES[word as keyof typeof ROLES] : 'unknown' // own key, just checked
}
