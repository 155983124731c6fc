import { spawnSync } from 'node:child_process'
import { findTool } from '@vedette/test/kit'
import { KINDS, type Kind, type Rule } from '../../../agent/src/redactor/kinds/index.ts'
import { ensurePrograms } from '../../../control-plane/cli/bootstrap/needs.mjs'

const RIPGREP = {
  find: () => findTool('rg'),
  deb: 'ripgrep',
  rpm: 'ripgrep',
  brew: 'ripgrep',
  image: 'any with ripgrep',
}

/** The path of rg, installed with the system's packages where it is missing; null when it cannot be had. */
export async function findRipgrep(): Promise<string | null> {
  const [path] = await ensurePrograms([RIPGREP]).catch(() => [])
  return path ?? null
}

/** The patterns of the redactor's own kinds as rg takes them: checks of digits and nearby words are not in them. */
export function toRipgrepPatterns(rg: string): readonly string[] {
  const rules = KINDS.filter((kind: Kind) => kind.how !== 'off').flatMap((kind: Kind) => kind.rules)
  const patterns = [...new Set(rules.flatMap(toPatterns))]
  return patterns.filter((pattern) => spawnSync(rg, ['-e', pattern], { input: '' }).status !== 2)
}

function toPatterns(rule: Rule): readonly string[] {
  if (rule.at === 'digits') return rule.layouts.map(toDigits)
  if (!('pattern' in rule)) return []
  const { source, flags } = rule.pattern
  // rg has no look-around: what such a group would refuse is found as well.
  const plain = source.replaceAll(/\(\?<?[!=](?:[^()\\]|\\.)*\)/g, '').replaceAll('\\/', '/')
  return [`${flags.includes('i') ? '(?i)' : ''}\\b(?:${plain})`]
}

// `3-2-4` -> three digits, a dash, two digits ...
function toDigits(layout: string): string {
  const groups = layout.replaceAll(/\d+|[^\d]/g, (part) =>
    /^\d/.test(part)
      ? `\\d{${part}}`
      : `[${part === ']' || part === '^' || part === '\\' ? `\\${part}` : part}]`,
  )
  return `\\b${groups}\\b`
}

/** Seconds of CPU, as bash counts them, that rg takes to replace all matches of a file of patterns in a file. */
export function timeRipgrep(rg: string, files: { readonly patterns: string; readonly text: string }): number {
  const script = `TIMEFORMAT='%3U %3S'; time "$0" -j1 --passthru -N -r '<redacted>' -f "$1" "$2" >/dev/null`
  const { stderr } = spawnSync('bash', ['-c', script, rg, files.patterns, files.text], { encoding: 'utf8' })
  const [user, system] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
  return (user ?? Number.NaN) + (system ?? Number.NaN)
}
