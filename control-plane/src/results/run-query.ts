import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Clock } from '@vedette/proto/clock'
import type { Cell, Column } from './flatten.ts'

// What a query may use before its process is killed.
export const QUERY_MS = 5_000
export const QUERY_BYTES = 256 * 1024 * 1024
const POLL_MS = 20
const MAX_ROWS = 500
const MAX_BYTES = 200_000
// Processes at a time, and queries that wait for one.
const RUNNING_MAX = 2
const WAITING_MAX = 16
const PAGE_BYTES = 4096

export type QueryErrorCode =
  | 'invalid_sql'
  | 'statement_not_allowed'
  | 'one_statement'
  | 'function_not_allowed'
  | 'table_not_allowed'
  | 'too_big'
  | 'out_of_memory'
  | 'out_of_time'
  | 'busy'
  | 'cancelled'
  | 'failed'

export type Queried =
  | Readonly<{
      kind: 'rows'
      columns: readonly Readonly<{ name: string; computed: boolean }>[]
      rows: readonly (readonly Cell[])[]
      // More rows came than are given.
      capped: boolean
      // Whether the query folds rows into values, and how many SELECTs it is made of.
      folds: Readonly<{ isFolded: boolean; selects: number }>
      schema: readonly Column[]
    }>
  | Readonly<{ kind: 'refused'; code: QueryErrorCode; detail: string; schema: readonly Column[] }>

export type Query = Readonly<{
  sql: string
  list: string
  // Base64 of gzip of the lists.
  body: string
  signal: AbortSignal
}>

export type RunQuery = (query: Query) => Promise<Queried>

// Beside this file when it runs from source, and beside the bundle that it is part of.
const CHILD = fileURLToPath(new URL('./query-child.ts', import.meta.url))

// Runs queries, each in a process of its own that is killed at 5 s or 256 MiB; two at a time.
export function createRunQuery(clock: Clock): RunQuery {
  let running = 0
  const waiting: (() => void)[] = []
  return async (query) => {
    if (running >= RUNNING_MAX) {
      if (waiting.length >= WAITING_MAX) return refuse('busy')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return query.signal.aborted ? refuse('cancelled') : await runOnce(query, clock)
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

async function runOnce({ sql, list, body, signal }: Query, clock: Clock): Promise<Queried> {
  const flags = ['--permission', '--max-old-space-size=128', `--allow-fs-read=${dirname(CHILD)}`]
  const child = spawn(process.execPath, [...flags, CHILD], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
  let killed: QueryErrorCode | null = null
  const kill = (code: QueryErrorCode) => {
    killed ??= code
    child.kill('SIGKILL')
  }
  const abort = () => kill('cancelled')
  const stopTime = clock.after(QUERY_MS, () => kill('out_of_time'))
  const stopWatch = watchMemory(child, clock, () => kill('out_of_memory'))
  signal.addEventListener('abort', abort, { once: true })
  try {
    const said = await converse(
      child,
      `${JSON.stringify({ sql, list, max_rows: MAX_ROWS, max_bytes: MAX_BYTES })}\n${body}`,
    )
    return killed === null ? toQueried(said) : refuse(killed)
  } finally {
    stopTime()
    stopWatch()
    signal.removeEventListener('abort', abort)
    child.kill('SIGKILL')
  }
}

// All that the process says until it is gone.
function converse(child: ChildProcess, input: string): Promise<string> {
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new TypeError('the process has no pipes')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', () => resolve(''))
    child.on('close', () => resolve(Buffer.concat(chunks).toString()))
    // A process that was killed reads no more.
    stdin.on('error', () => {})
    stdin.end(input)
  })
}

// Where the system tells what a process holds; elsewhere its time and the size of its values bound it.
function watchMemory(child: ChildProcess, clock: Clock, over: () => void): () => void {
  let cancel = () => {}
  let isOver = false
  const look = async () => {
    const text = await readFile(`/proc/${child.pid}/statm`, 'utf8').catch(() => null)
    if (isOver || text === null) return
    if (Number(text.split(' ')[1]) * PAGE_BYTES > QUERY_BYTES) over()
    else cancel = clock.after(POLL_MS, () => void look())
  }
  void look()
  return () => {
    isOver = true
    cancel()
  }
}

// What the child writes is ours; a text that was cut off is a process that died of itself, which memory does.
function toQueried(text: string): Queried {
  if (!text.endsWith('}')) return refuse('out_of_memory')
  const said = JSON.parse(text) as Record<string, unknown>
  if (typeof said['error'] === 'string') {
    const { error, detail, columns } = said as {
      error: QueryErrorCode
      detail?: string
      columns: readonly Column[]
    }
    return { kind: 'refused', code: error, detail: detail ?? '', schema: columns }
  }
  return { kind: 'rows', ...(said as Omit<Extract<Queried, { kind: 'rows' }>, 'kind'>) }
}

function refuse(code: QueryErrorCode): Queried {
  return { kind: 'refused', code, detail: '', schema: [] }
}
