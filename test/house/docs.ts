import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { RepositoryFile } from './repository.ts'

/** One fenced block: its language, text, and the line on which its text begins. */
export type Block = Readonly<{ path: string; language: string; line: number; text: string }>

/** One command line of the documentation, as words, with where it stands. */
export type CommandLine = Readonly<{ path: string; line: number; words: readonly string[] }>

const FENCE = /^( *)```([\w-]*)[^\n]*\n([\s\S]*?)^\1```/gm
const LINK = /!?\[[^\]]*\]\(([^)\s]+)\)/g
// How a clone says `vedette`.
const FROM_CLONE = 'npm run --silent vedette -- '

/** The fenced blocks of a page, without the indent that a list gives them. */
export function findBlocks({ path, text }: RepositoryFile): Block[] {
  return [...text.matchAll(FENCE)].map((match) => {
    const [, indent = '', language = '', body = ''] = match
    const line = text.slice(0, match.index).split('\n').length + 1
    return { path, language, line, text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }
  })
}

/** Links of a page to files of the repository that are not there, and to headings that the file does not have. */
export function findDeadLinks({ path, text }: RepositoryFile, root: string): string[] {
  const prose = text.replaceAll(FENCE, '')
  return [...prose.matchAll(LINK)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return []
    const [file = '', heading] = target.split('#')
    const full = file === '' ? join(root, path) : join(root, normalize(join(dirname(path), file)))
    if (!existsSync(full)) return [`${path}: ${target} is not there`]
    if (heading === undefined || headingsOf(readFileSync(full, 'utf8')).has(heading)) return []
    return [`${path}: ${target} names no heading`]
  })
}

/** Every `vedette ...` of a page: in blocks of commands, and whole between backticks with no placeholder in it. */
export function findCommandLines(page: RepositoryFile): CommandLine[] {
  const inBlocks = findBlocks(page)
    .filter(({ language }) => language === 'sh' || language === '')
    .flatMap((block) =>
      joinLines(block.text).flatMap(({ text, offset }) => toCommands(text, page.path, block.line + offset)),
    )
  const prose = page.text.replaceAll(FENCE, (block) => block.replaceAll(/[^\n]/g, ''))
  const inline = prose
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => toCommands(code, page.path, index + 1)),
    )
  return [...inBlocks, ...inline]
}

/** The words of one line of a shell up to its end, a pipe, a redirection or a comment; quotes are taken off. */
export function splitWords(text: string): string[][] {
  const commands: string[][] = [[]]
  for (const [word = '', double, single] of text.matchAll(/"([^"]*)"|'([^']*)'|&&|[|<>;]|[^\s|<>;]+/g)) {
    if (word.startsWith('#')) break
    if (/^(&&|[|<>;])$/.test(word)) commands.push(word === '&&' || word === '|' || word === ';' ? [] : ['<'])
    else commands.at(-1)?.push(double ?? single ?? word)
  }
  return commands.filter(([first]) => first !== undefined && first !== '<')
}

/** The names of metrics that an expression of PromQL asks for. */
export function metricsOf(expr: string): string[] {
  const bare = expr
    .replaceAll(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
  return [...new Set(bare.match(/\b(?:vedette|nodejs|process)_\w+|\bup\b/g) ?? [])]
}

/** The dotted paths of all keys of a value; members of lists are left out. */
export function keyPaths(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    `${prefix}${key}`,
    ...keyPaths(inner, `${prefix}${key}.`),
  ])
}

function toCommands(text: string, path: string, line: number): CommandLine[] {
  const plain = text.replaceAll(FROM_CLONE, 'vedette ').replace(/^.*? -- +(?=vedette )/, '')
  return splitWords(plain)
    .filter(([first, second]) => first === 'vedette' && second !== undefined)
    .map((words) => ({ path, line, words: words.slice(1) }))
}

// A line that ends in a backslash goes on in the next one.
function joinLines(text: string): { text: string; offset: number }[] {
  const lines: { text: string; offset: number }[] = []
  let begun: { text: string; offset: number } | undefined
  for (const [offset, line] of text.split('\n').entries()) {
    const whole: { text: string; offset: number } =
      begun === undefined
        ? { text: line, offset }
        : { text: `${begun.text} ${line.trim()}`, offset: begun.offset }
    begun = /\\$/.test(line) ? { ...whole, text: whole.text.slice(0, -1) } : undefined
    if (begun === undefined) lines.push(whole)
  }
  return lines
}

function headingsOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
}
