import type { Clock } from '@vedette/proto/clock'
import type { AuditHead, AuditLink, SentVolume, Store } from '../store/types.ts'
import { type Draft, GENESIS, type KeptFacts, keepFacts, linkDraft, type Tip, toSignedHead } from './chain.ts'
import { AuditError } from './error.ts'
import type { Audit, AuditFacts, AuditKind, ChainHead, Intent, Taken } from './types.ts'

export type AuditOptions = Readonly<{
  store: Pick<Store, 'audit'>
  // Names this process start: each has chains of its own, one for each organisation.
  writer: string
  clock: Clock
  // Signs heads with the control plane's key.
  sign(bytes: Uint8Array): string
  // Keeps heads where the store's owner cannot reach them; once a minute and at the end.
  anchor?(heads: readonly AuditHead[]): Promise<void>
  onFault?(error: unknown): void
}>

// A row that nobody waits for is written after so long, in milliseconds, or with the next one that somebody waits for.
const BATCH_MS = 250
const BATCH_ROWS = 200
// Rows that may wait while the store is slow; beyond it the audit takes no more.
const WAITING_ROWS = 20_000
const RETRY_MS = 1_000
// A store that takes longer over a batch is slow: who waits is told so, and nobody waits until it has caught up.
const PATIENCE_MS = 2_000
// While the store is away reads go on for so long, their rows waiting here; effects never do.
const AWAY_MS = 60_000
const ANCHOR_MS = 60_000
const NAMED_CHAINS = 64

// `tell` hears of the row once: the link that is durable, or null once the store is known to be away or slow.
type Tell = (link: AuditLink | null) => void
type Waiting = Draft & Readonly<{ tell?: Tell }>
type Volume = SentVolume & Readonly<{ organisation: string }>
type Ready = Readonly<{
  links: readonly AuditLink[]
  heads: readonly AuditHead[]
  volumes: readonly Volume[]
  told: readonly Readonly<{ tell: Tell; link: AuditLink }>[]
}>

// The writer of this process start. Rows are chained in the order in which they are recorded, and a batch that the
// store did not take is offered again unchanged before anything after it. Rows that somebody waits for are written at
// once; those that come while a batch is under way are the next one.
export function createAudit(options: AuditOptions): Audit {
  const { store, writer, clock } = options
  const tips = new Map<string, Tip>()
  let waiting: Waiting[] = []
  let ready: Ready | null = null
  let running: Promise<void> | null = null
  let timer: (() => void) | null = null
  let isStarting = false
  // Since when the store has taken nothing of what it was offered, and whether that is known to be more than a moment.
  let unwrittenSince: number | null = null
  let isBehind = false
  let isClosed = false
  let moved = new Map<string, AuditHead>()
  let anchored = clock.monotonic()

  function enqueue(draft: Waiting): void {
    waiting.push(draft)
    if (isBehind) schedule(RETRY_MS)
    else if (draft.tell !== undefined || waiting.length >= BATCH_ROWS) startSoon()
    else schedule(BATCH_MS)
  }

  function schedule(ms: number): void {
    timer ??= clock.after(ms, () => {
      timer = null
      void drain().catch(() => {})
    })
  }

  // Begins once what has arrived with this row is recorded too. A batch under way is followed by the next by itself.
  function startSoon(): void {
    if (isStarting || running !== null) return
    isStarting = true
    setImmediate(() => {
      isStarting = false
      void drain().catch(() => {})
    })
  }

  // Writes until nothing waits; throws AuditError at the first batch that the store does not take.
  function drain(): Promise<void> {
    running ??= write().finally(() => {
      running = null
      if (waiting.length > 0 && !isBehind) startSoon()
    })
    return running
  }

  async function write(): Promise<void> {
    while (waiting.length > 0 || ready !== null) {
      unwrittenSince ??= clock.monotonic()
      const cancel = clock.after(PATIENCE_MS, fallBehind)
      try {
        ready ??= await prepare()
        await store.audit.append(ready.links, ready.heads, ready.volumes)
      } catch (error) {
        fallBehind()
        options.onFault?.(error)
        schedule(RETRY_MS)
        throw new AuditError()
      } finally {
        cancel()
      }
      unwrittenSince = null
      isBehind = false
      for (const head of ready.heads) moved.set(head.organisation, head)
      for (const { tell, link } of ready.told) tell(link)
      ready = null
    }
    await anchor(false)
  }

  // Nobody waits any longer; the rows do, in their order.
  function fallBehind(): void {
    isBehind = true
    for (const { tell } of [...(ready?.told ?? []), ...waiting]) tell?.(null)
  }

  async function prepare(): Promise<Ready> {
    const drafts = waiting.slice(0, BATCH_ROWS)
    const fresh = new Set(drafts.map(({ facts }) => facts.organisation).filter((name) => !tips.has(name)))
    const starts = new Map<string, readonly ChainHead[]>()
    for (const organisation of fresh) starts.set(organisation, await readChains(organisation))
    waiting = waiting.slice(drafts.length)
    const links: AuditLink[] = []
    const told: Ready['told'][number][] = []
    const extend = (draft: Draft): AuditLink => {
      const { organisation } = draft.facts
      const tip = tips.get(organisation) ?? { organisation, writer, seq: 0, hash: GENESIS }
      const link = linkDraft(tip, draft)
      tips.set(organisation, { organisation, writer, seq: link.seq, hash: link.hash })
      links.push(link)
      return link
    }
    for (const draft of drafts) {
      const { organisation } = draft.facts
      const chains = tips.has(organisation) ? undefined : starts.get(organisation)
      if (chains !== undefined) extend(toStart(organisation, chains, draft.at))
      const link = extend(draft)
      if (draft.tell !== undefined) told.push({ tell: draft.tell, link })
    }
    const names = new Set(links.map(({ organisation }) => organisation))
    return { links, heads: [...names].map(signHead), volumes: sumVolumes(drafts), told }
  }

  async function readChains(organisation: string): Promise<readonly ChainHead[]> {
    const heads = await store.audit.heads(organisation)
    return heads
      .filter((head) => head.writer !== writer)
      .slice(0, NAMED_CHAINS)
      .map(({ writer: other, seq, hash }) => ({ organisation, writer: other, seq, hash }))
  }

  function signHead(organisation: string): AuditHead {
    const tip = tips.get(organisation) ?? { organisation, writer, seq: 0, hash: GENESIS }
    const head = { ...tip, at: clock.now() }
    return { ...head, signature: options.sign(toSignedHead(head)) }
  }

  async function anchor(isLast: boolean): Promise<void> {
    const isDue = isLast || clock.monotonic() - anchored >= ANCHOR_MS
    if (options.anchor === undefined || moved.size === 0 || !isDue) return
    const heads = [...moved.values()]
    moved = new Map()
    anchored = clock.monotonic()
    await options.anchor(heads).catch((error: unknown) => options.onFault?.(error))
  }

  // Durable together with everything before it.
  async function writeNow(kind: AuditKind, facts: AuditFacts, more: Pick<Draft, 'intent'> = {}) {
    const kept = isClosed ? null : keepFacts(facts)
    // Behind a batch that the store is slow to take, nothing is durable soon.
    if (kept === null || (isBehind && running !== null)) throw new AuditError()
    const written = Promise.withResolvers<AuditLink | null>()
    enqueue({ kind, at: clock.now(), facts: kept, ...more, tell: written.resolve })
    void drain().catch(() => {})
    const link = await written.promise
    if (link === null) throw new AuditError()
    return link
  }

  // Null for what no row can hold, and once the store has been away for too long.
  function admit(facts: AuditFacts): KeptFacts | null {
    const isAway = unwrittenSince !== null && clock.monotonic() - unwrittenSince >= AWAY_MS
    return isAway || isClosed || waiting.length >= WAITING_ROWS ? null : keepFacts(facts)
  }

  return Object.freeze({
    record(kind: 'operation' | 'security', facts: AuditFacts) {
      const kept = admit(facts)
      if (kept !== null) enqueue({ kind, at: clock.now(), facts: kept })
      return kept !== null
    },
    take(kind: 'call' | 'security', facts: AuditFacts): Taken | null {
      const kept = admit(facts)
      if (kept === null) return null
      const written = Promise.withResolvers<boolean>()
      const isLate = isBehind
      enqueue({ kind, at: clock.now(), facts: kept, tell: (link) => written.resolve(link !== null) })
      return { written: isLate ? Promise.resolve(false) : written.promise }
    },
    async recordIntent(facts: AuditFacts): Promise<Intent> {
      const { seq } = await writeNow('intent', facts)
      const { organisation, action, call } = facts
      return { organisation, id: `${writer}/${seq}`, action, ...(call === undefined ? {} : { call }) }
    },
    async recordOutcome(intent: Intent, facts: AuditFacts) {
      await writeNow('outcome', facts, { intent: intent.id })
    },
    async recordEvent(facts: AuditFacts) {
      await writeNow('security', facts)
    },
    flush: drain,
    async close() {
      isClosed = true
      await drain().catch(() => {})
      timer?.()
      timer = null
      await anchor(true)
    },
  })
}

function toStart(organisation: string, chains: readonly ChainHead[], at: number): Draft {
  const facts = { organisation, principal: null, action: 'audit.start', kept: true } as const
  return { kind: 'start', at, facts, chains }
}

// What the operations of a batch brought back, by agent, instance and day.
function sumVolumes(drafts: readonly Draft[]): readonly Volume[] {
  const sums = new Map<string, Volume>()
  for (const { kind, at, facts } of drafts) {
    const { organisation, agent, instance, bytes } = facts
    if (kind !== 'operation' || agent === undefined || instance === undefined || bytes === undefined) continue
    const day = new Date(at).toISOString().slice(0, 10)
    const key = JSON.stringify([organisation, agent, instance, day])
    const sum = sums.get(key) ?? { organisation, agent, instance, day, calls: 0, bytes: 0 }
    sums.set(key, { ...sum, calls: sum.calls + 1, bytes: sum.bytes + bytes })
  }
  return [...sums.values()]
}
