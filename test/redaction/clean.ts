import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanText, redactSync } from '@vedette/agent/redactor'
import { ROOT } from '@vedette/test/kit'

export type CleanResult = {
  readonly name: string
  readonly lines: number
  readonly altered: readonly string[]
}

const key = randomBytes(32)
const MAX_SHOWN = 300

/** Counts the lines of clean text that redaction changes; each is shown with what became of it. */
export function judgeLines(name: string, lines: readonly string[]): CleanResult {
  const kept = lines.filter((line) => line.trim() !== '')
  const output = kept.map((line) => redactSync(line, { mode: 'body', key }).value)
  const altered = kept.flatMap((line, at) => {
    const became = output[at]
    // What cannot be seen is stripped before, and is no redaction.
    return became === cleanText(line)
      ? []
      : [`${line.slice(0, MAX_SHOWN)}\n    -> ${String(became).slice(0, MAX_SHOWN)}`]
  })
  return { name, lines: kept.length, altered }
}

// What the fixtures plant on purpose: keys, credentials and people's addresses that are there to be found.
const PLANTED = /AKIA|@example\.|@[\w.-]{1,40}\.(?:test|example)\b|access_?token|canary|hunter2|s3cret|BEGIN/i

/** The lines of every fixture of the connectors, without those that plant a secret. */
export function readFixtureLines(): string[] {
  const paths = globSync('connectors/*/fixtures/**/*', { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return paths
    .sort()
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .filter((line) => !PLANTED.test(line))
}
