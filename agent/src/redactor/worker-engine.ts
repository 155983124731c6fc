import { Worker } from 'node:worker_threads'
import type { Clock } from '@vedette/proto/clock'
import type { CustomPattern } from './custom.ts'
import type { AddressPolicy } from './detect/hit.ts'
import type { Engine, EngineOptions, Redaction } from './engine.ts'
import { createTagKeys } from './tags.ts'
import type { WorkerAnswer, WorkerJob, WorkerSettings } from './worker-messages.ts'

// Why a redaction did not come to its end; its text says nothing of what was read.
export class RedactionError extends Error {
  override readonly name = 'RedactionError'
  readonly why: 'redaction_budget' | 'redaction_failed' | 'too_large'

  constructor(why: RedactionError['why']) {
    super(why)
    this.why = why
  }
}

export type WorkerEngineOptions = Readonly<{
  clock: Clock
  addresses?: AddressPolicy
  custom?: readonly CustomPattern[]
  // Lets agents of one customer make equal tags.
  tagSecret?: string | null
  // What each started 64 KiB may take, milliseconds of the thread's own time and of the clock.
  budget?: Readonly<{ cpuMs: number; wallMs: number }>
  // Megabytes that the thread's objects may take; a text that could need more is withheld.
  heapMb?: number
}>

export type WorkerEngine = Readonly<{
  redact: Engine
  // Ends the thread; what is still asked is refused.
  close(): Promise<void>
}>

const SHARE_BYTES = 64 * 1024
const BUDGET = Object.freeze({ cpuMs: 250, wallMs: 2_500 })
const CHECK_MS = 25
// Texts that travel to the thread together at most.
const BATCH_BYTES = 64 * 1024
const START_MS = 20_000
const HEAP_MB = 384
// The most that parsing makes of a character: `{},` is an object of 56 bytes and its place of 8. A thread that runs out of
// memory while it parses takes the whole process with it, so such a text is not given to it.
const BYTES_PER_CHARACTER = 24
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

type Asked = Readonly<{ job: WorkerJob; settle(answer: WorkerAnswer | RedactionError): void }>

// An engine in a thread of its own, with a budget: a text that takes more is withheld, its thread replaced, and the event
// loop never waits for either.
export function createWorkerEngine(options: WorkerEngineOptions): WorkerEngine {
  const { clock, budget = BUDGET, heapMb = HEAP_MB } = options
  const settings: WorkerSettings = {
    addresses: options.addresses ?? 'tag_in_text',
    custom: options.custom ?? [],
  }
  const keys = createTagKeys(clock, options.tagSecret ?? null)
  const waiting: Asked[] = []
  let running: Asked[] = []
  let thread: Thread | null = null
  let lastId = 0
  let isClosed = false

  function start(): Thread {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: settings,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    const fresh: Thread = { worker, cpuMs: 0, isReady: false, cancel: () => {} }
    worker.on('message', (answer: WorkerAnswer) => onAnswer(fresh, answer))
    worker.on('error', (error: NodeJS.ErrnoException) =>
      drop(fresh, error.code === OUT_OF_MEMORY ? 'too_large' : 'redaction_failed'),
    )
    worker.on('exit', () => drop(fresh, 'redaction_failed'))
    fresh.cancel = clock.after(START_MS, () => drop(fresh, 'redaction_budget'))
    return fresh
  }

  function onAnswer(from: Thread, answer: WorkerAnswer): void {
    if (from !== thread) return
    from.cpuMs = answer.cpuMs
    from.cancel()
    if (answer.id === 'ready') from.isReady = true
    else running.shift()?.settle(answer)
    go()
  }

  // The text that ran takes the blame; those behind it run in the next thread.
  function drop(from: Thread, why: RedactionError['why']): void {
    if (from !== thread) return
    thread = null
    from.cancel()
    void from.worker.terminate()
    const [blamed, ...others] = from.isReady ? running : [...running, ...waiting.splice(0)]
    running = []
    waiting.unshift(...(from.isReady ? others : []))
    blamed?.settle(new RedactionError(why))
    if (!from.isReady) for (const one of others) one.settle(new RedactionError(why))
    go()
  }

  function go(): void {
    if (running.length === 0 && waiting.length === 0) {
      thread?.worker.unref()
      return
    }
    thread ??= start()
    thread.worker.ref()
    if (!thread.isReady) return
    if (running.length === 0) {
      running = takeBatch(waiting)
      thread.worker.postMessage(running.map(({ job }) => job))
    }
    watch(thread)
  }

  // Checks the text that runs now: of the thread's time first, of the clock's at the end.
  function watch(watched: Thread): void {
    const shares = Math.max(1, Math.ceil((running[0]?.job.text.length ?? 0) / SHARE_BYTES))
    const began = clock.monotonic()
    const before = watched.cpuMs
    const check = () => {
      if (clock.monotonic() - began >= shares * budget.wallMs) return drop(watched, 'redaction_budget')
      const id = running[0]?.job.id
      void watched.worker.cpuUsage().then(
        ({ user, system }) => {
          if (watched !== thread || running[0]?.job.id !== id) return
          const used = (user + system) / 1000 - before
          if (used >= shares * budget.cpuMs) return drop(watched, 'redaction_budget')
          watched.cancel()
          watched.cancel = clock.after(Math.max(CHECK_MS, shares * budget.cpuMs - used), check)
        },
        () => {},
      )
      watched.cancel = clock.after(Math.max(0, shares * budget.wallMs - (clock.monotonic() - began)), check)
    }
    watched.cancel = clock.after(shares * budget.cpuMs, check)
  }

  function ask(job: WorkerJob): Promise<WorkerAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer>()
    waiting.push({
      job,
      settle: (answer) => (answer instanceof RedactionError ? reject(answer) : resolve(answer)),
    })
    // Whoever asks in the same turn travels along.
    queueMicrotask(() => {
      if (running.length === 0) go()
    })
    return promise
  }

  async function redact(value: unknown, options: EngineOptions): Promise<Redaction> {
    const { mode, hints = null, maxBytes, explain = false } = options
    if (isClosed) throw new RedactionError('redaction_failed')
    const text = JSON.stringify(value)
    // What JSON cannot say is not sent.
    if (text === undefined)
      return { value: undefined, counts: {}, ...(maxBytes === undefined ? {} : { sized: null }) }
    if (text.length * BYTES_PER_CHARACTER > heapMb * 1024 * 1024) throw new RedactionError('too_large')
    lastId += 1
    const key = keys.get(options.investigation)
    const answer = await ask({ id: lastId, text, mode, key, hints, maxBytes: maxBytes ?? 0, explain })
    if (answer.id === 'ready' || !answer.ok) throw new RedactionError('redaction_failed')
    const { sized, counts, findings } = answer
    if (maxBytes !== undefined) return { value: undefined, counts, sized }
    if (sized === null) throw new RedactionError('redaction_failed')
    return { value: JSON.parse(sized.text), counts, ...(explain ? { findings } : {}) }
  }

  return Object.freeze({
    redact,
    async close() {
      isClosed = true
      const last = thread
      thread = null
      last?.cancel()
      for (const one of [...running.splice(0), ...waiting.splice(0)])
        one.settle(new RedactionError('redaction_failed'))
      await last?.worker.terminate()
    },
  })
}

type Thread = { readonly worker: Worker; cpuMs: number; isReady: boolean; cancel: () => void }

function takeBatch(waiting: Asked[]): Asked[] {
  const batch: Asked[] = []
  let bytes = 0
  while (waiting.length > 0) {
    const size = waiting[0]?.job.text.length ?? 0
    if (batch.length > 0 && bytes + size > BATCH_BYTES) break
    const next = waiting.shift()
    if (next !== undefined) batch.push(next)
    bytes += size
  }
  return batch
}
