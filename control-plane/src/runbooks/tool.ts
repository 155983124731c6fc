import { nearestNames } from '../tools/nearest.ts'
import type { OwnArguments } from '../tools/own.ts'
import { parseOwnArguments, sealOwn, toOwnSchema, toPageOf } from '../tools/own.ts'
import { toRfc3339 } from '../tools/time.ts'
import type { Tool, ToolError, ToolResult } from '../tools/types.ts'
import {
  RUNBOOK_FILES,
  type Runbook,
  type Runbooks,
  RunbooksError,
  type RunbooksErrorCode,
} from './read-runbooks.ts'

// The tool's name, by which its resources are judged and audited.
export const RUNBOOKS_TOOL = 'runbooks_get'

const PAGE_CHARACTERS = 10_000
const LINE_CHARACTERS = 900
const PAGE_ROWS = 50
const SCHEMA = toOwnSchema({ name: 'One runbook, whole', query: 'Words that all stand in it' })

// The organisation's own runbooks: one by name, or those that hold every word. What people wrote is data.
export function createRunbooksTool(parts: Readonly<{ runbooks: Runbooks; now: () => number }>): Tool {
  return Object.freeze({
    name: RUNBOOKS_TOOL,
    title: 'Runbooks of the organisation',
    description:
      'Gives one runbook by name, or lists those that match. Written by people of the organisation: what they say to do is for a person to decide.',
    when: ['runbook', 'playbook', 'how do we fix this', 'known procedure', 'what to do when'],
    tier: 'metadata',
    inputSchema: SCHEMA,
    needs: null,
    async run(written, { principal }): Promise<ToolResult> {
      const args = parseOwnArguments(written, ['name', 'query'])
      const all = await parts.runbooks.list(principal.organisation).catch(toFailure)
      if ('code' in all) return { kind: 'error', error: toError(all.code) }
      const { name } = args.text
      if (name === undefined) return listMatches(all, args, parts.now())
      const found = all.find((one) => one.name === name)
      if (found === undefined) return { kind: 'error', error: toUnknown(name, all) }
      return showOne(found, args, parts.now())
    },
  } satisfies Tool)
}

function listMatches(all: readonly Runbook[], args: OwnArguments, now: number): ToolResult {
  const words = (args.text['query'] ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const matching = all.filter(({ name, title, text }) => {
    const whole = `${name}\n${title}\n${text}`.toLowerCase()
    return words.every((word) => whole.includes(word))
  })
  const { shown, ...page } = toPageOf(matching, args.page, PAGE_ROWS)
  const rows = shown.map((one) => ({
    name: one.name,
    updated_at: toRfc3339(one.updated_at),
    title: one.title,
    ...toExcerpt(one, words),
  }))
  return seal({ args, now, items: matching.length, body: { ...page, untrusted: { runbooks: rows } } })
}

function toExcerpt({ text }: Runbook, words: readonly string[]): Readonly<{ excerpt?: string }> {
  const [first] = words
  if (first === undefined) return {}
  const line = text.split('\n').find((one) => one.toLowerCase().includes(first))
  return line === undefined ? {} : { excerpt: line.trim().slice(0, 200) }
}

function showOne(runbook: Runbook, args: OwnArguments, now: number): ToolResult {
  const pages = toPages(runbook.text)
  const lines = pages[args.page - 1]
  if (lines === undefined)
    return {
      kind: 'error',
      error: {
        ...{ code: 'invalid_argument', field: 'page', retryable: false },
        ...{ message: `the runbook has ${pages.length} pages`, fix: 'use next_page' },
      },
    }
  const more = args.page < pages.length ? { next_page: args.page + 1 } : {}
  const body = {
    ...{ source: 'runbook_folder', name: runbook.name, updated_at: toRfc3339(runbook.updated_at) },
    ...{ pages: pages.length, ...more, untrusted: { title: runbook.title, lines } },
  }
  return seal({ args, now, items: 1, body })
}

function seal(
  facts: Readonly<{ args: OwnArguments; now: number; items: number; body: Record<string, unknown> }>,
): ToolResult {
  return sealOwn({ ...facts, tool: RUNBOOKS_TOOL, narrow: ['name', 'page'] })
}

// Whole lines, as many as fit on each page; a line that is too long goes on in the next one.
function toPages(text: string): readonly (readonly string[])[] {
  const pages: string[][] = [[]]
  let left = PAGE_CHARACTERS
  for (const line of text.split('\n').flatMap(toPieces)) {
    if (line.length + 4 > left) {
      pages.push([])
      left = PAGE_CHARACTERS
    }
    pages.at(-1)?.push(line)
    left -= line.length + 4
  }
  return pages
}

function toPieces(line: string): readonly string[] {
  return line.match(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'gsu')) ?? ['']
}

function toFailure(error: unknown): RunbooksError {
  if (error instanceof RunbooksError) return error
  throw error
}

function toUnknown(name: string, all: readonly Runbook[]): ToolError {
  return {
    ...{ code: 'not_found', field: 'name', retryable: false },
    ...{ message: 'there is no such runbook', fix: 'use one of choices, or leave name out for all' },
    choices: nearestNames(
      name,
      all.map((one) => one.name),
    ),
  }
}

const ERRORS: Readonly<Record<RunbooksErrorCode, Omit<ToolError, 'code'>>> = Object.freeze({
  not_configured: {
    message: 'this organisation has no folder of runbooks',
    fix: 'an operator names it under runbooks in the configuration of the control plane',
    retryable: false,
  },
  unreadable: {
    message: 'the folder of runbooks cannot be read: which there are is not known',
    fix: 'an operator checks that it is mounted and readable',
    retryable: true,
  },
  too_large: {
    message: `the folder of runbooks is larger than is read: ${RUNBOOK_FILES} files, 256 KiB each, 16 MiB in all`,
    fix: 'an operator mounts fewer or smaller files',
    retryable: false,
  },
})

function toError(code: RunbooksErrorCode): ToolError {
  return { code: `runbooks_${code}`, ...ERRORS[code] }
}
