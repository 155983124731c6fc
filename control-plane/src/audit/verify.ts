import { createPublicKey, verify } from 'node:crypto'
import { parseSignature, type SigningKey } from '@vedette/proto/wire'
import type { AuditHead, AuditLink, Store } from '../store/types.ts'
import { GENESIS, sha256, toEntry, toSignedHead } from './chain.ts'
import type { AuditEntry, ChainHead } from './types.ts'

// What can be wrong with a chain. `edited`: a row is not what its hash says. `unlinked`: a row does not follow the one
// before it, so one was removed, added or moved. `truncated`: rows are missing up to a signed head, or to what a later
// chain or an anchor names. `head_missing`, `head_forged`: no head, or one that no key of ours signed. `head_behind`:
// rows after the signed head.
export type Fault = 'edited' | 'unlinked' | 'truncated' | 'head_missing' | 'head_forged' | 'head_behind'

export type ChainReport = Readonly<{
  organisation: string
  writer: string
  rows: number
  from: string | null
  to: string | null
  // The first row that is wrong, by its place in the chain; null when every row is as it was written.
  broken: Readonly<{ seq: number; fault: Fault }> | null
}>

export type AuditReport = Readonly<{
  ok: boolean
  rows: number
  chains: readonly ChainReport[]
  // Lines of the anchor file that cannot be read.
  unreadable_anchors: number
}>

export type VerifyOptions = Readonly<{
  store: Pick<Store, 'audit'>
  keys: readonly SigningKey[]
  // Null verifies all, the control plane's own rows included.
  organisation: string | null
  anchors?: Readonly<{ heads: readonly AuditHead[]; unreadable: number }>
}>

const PAGE = 1000

// Reads every row of every chain, recomputes its hash and link, and holds the last one against the signed head, the
// anchors and what later chains name. A chain that is still being written may only grow while it is read.
export async function verifyChains(options: VerifyOptions): Promise<AuditReport> {
  const { store, organisation } = options
  const anchors = options.anchors ?? { heads: [], unreadable: 0 }
  const names = new Set(organisation === null ? await store.audit.organisations() : [organisation])
  if (organisation === null) for (const head of anchors.heads) names.add(head.organisation)
  const chains: ChainReport[] = []
  for (const name of [...names].sort()) {
    const known = anchors.heads.filter((head) => head.organisation === name)
    chains.push(...(await verifyOrganisation(name, known, options)))
  }
  return {
    ok: chains.every((chain) => chain.broken === null) && anchors.unreadable === 0,
    rows: chains.reduce((sum, chain) => sum + chain.rows, 0),
    chains,
    unreadable_anchors: anchors.unreadable,
  }
}

type Walk = Readonly<{
  report: ChainReport
  hashes: ReadonlyMap<number, string>
  named: readonly ChainHead[]
}>

async function verifyOrganisation(
  organisation: string,
  anchors: readonly AuditHead[],
  { store, keys }: VerifyOptions,
): Promise<readonly ChainReport[]> {
  // Heads before links: what is written meanwhile makes a chain longer than its head here, never shorter.
  const heads = new Map((await store.audit.heads(organisation)).map((head) => [head.writer, head]))
  const writers = new Set([...(await store.audit.writers(organisation)), ...anchors.map((one) => one.writer)])
  const forged = new Set(anchors.filter((head) => !isSigned(head, keys)).map((head) => head.writer))
  const walks = new Map<string, Walk>()
  const wanted = new Map<string, readonly ChainHead[]>()
  const want = (head: ChainHead) => wanted.set(head.writer, [...(wanted.get(head.writer) ?? []), head])
  for (const head of [...heads.values(), ...anchors]) want(head)
  for (const writer of [...writers].sort()) {
    const marks = new Set((wanted.get(writer) ?? []).map(({ seq }) => seq))
    walks.set(writer, await walkChain({ organisation, writer }, { store, marks }))
  }
  const named = [...walks.values()].flatMap((walk) => walk.named)
  for (const head of named) {
    want(head)
    if (!walks.has(head.writer)) walks.set(head.writer, noWalk(organisation, head.writer))
  }
  // A head is written together with its row: read again, it stands at the last row that was walked, or after it.
  const after = new Map((await store.audit.heads(organisation)).map((head) => [head.writer, head.seq]))
  const reports: ChainReport[] = []
  for (const [writer, { report, hashes }] of walks) {
    const marks = wanted.get(writer) ?? []
    const missing = await findMissing(marks, { store, hashes, chain: { organisation, writer } })
    const head = heads.get(writer)
    reports.push({ ...report, broken: report.broken ?? missing ?? judgeHead(head, report) })
  }
  return reports.toSorted((a, b) => (a.writer < b.writer ? -1 : 1))

  function judgeHead(head: AuditHead | undefined, report: ChainReport): ChainReport['broken'] {
    if (head === undefined) return { seq: report.rows, fault: 'head_missing' }
    if (!isSigned(head, keys) || forged.has(report.writer)) return { seq: head.seq, fault: 'head_forged' }
    const behind = after.get(report.writer) ?? 0
    return report.rows > behind ? { seq: behind + 1, fault: 'head_behind' } : null
  }
}

async function walkChain(
  chain: Readonly<{ organisation: string; writer: string }>,
  { store, marks }: Readonly<{ store: Pick<Store, 'audit'>; marks: ReadonlySet<number> }>,
): Promise<Walk> {
  const hashes = new Map<number, string>()
  const named: ChainHead[] = []
  let broken: ChainReport['broken'] = null
  let last: AuditLink | null = null
  let rows = 0
  let from: string | null = null
  for (;;) {
    const links: readonly AuditLink[] = await store.audit.read(chain, last?.seq ?? 0, PAGE)
    for (const link of links) {
      const entry = toEntry(link)
      broken ??= judgeLink({ link, entry, prev: last })
      if (marks.has(link.seq)) hashes.set(link.seq, link.hash)
      if (broken === null && entry?.chains !== undefined) named.push(...entry.chains)
      from ??= toInstant(link.at)
      rows += 1
      last = link
    }
    if (links.length < PAGE) break
  }
  const to = last === null ? null : toInstant(last.at)
  return { report: { ...chain, rows, from, to, broken }, hashes, named }
}

function judgeLink(
  facts: Readonly<{ link: AuditLink; entry: AuditEntry | null; prev: AuditLink | null }>,
): ChainReport['broken'] {
  const { link, entry, prev } = facts
  const seq = (prev?.seq ?? 0) + 1
  if (link.seq !== seq) return { seq, fault: 'unlinked' }
  if (entry === null || sha256(link.body) !== link.hash || !repeats(link, entry))
    return { seq, fault: 'edited' }
  return entry.prev === (prev?.hash ?? GENESIS) ? null : { seq, fault: 'unlinked' }
}

// The columns that are searched by say what the hashed body says.
function repeats(link: AuditLink, entry: AuditEntry): boolean {
  return (
    entry.organisation === link.organisation &&
    entry.writer === link.writer &&
    entry.seq === link.seq &&
    Date.parse(entry.at) === link.at &&
    entry.kind === link.kind &&
    entry.principal === link.principal &&
    entry.action === link.action &&
    (entry.agent ?? null) === link.agent &&
    (entry.call ?? null) === link.call
  )
}

// Null for a time that is none, as only an edited row has.
function toInstant(ms: number): string | null {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : null
}

async function findMissing(
  marks: readonly ChainHead[],
  facts: Readonly<{
    store: Pick<Store, 'audit'>
    hashes: ReadonlyMap<number, string>
    chain: Readonly<{ organisation: string; writer: string }>
  }>,
): Promise<ChainReport['broken']> {
  for (const { seq, hash } of marks.toSorted((a, b) => a.seq - b.seq)) {
    const found = facts.hashes.get(seq) ?? (await facts.store.audit.read(facts.chain, seq - 1, 1))[0]?.hash
    if (found !== hash) return { seq, fault: 'truncated' }
  }
  return null
}

function noWalk(organisation: string, writer: string): Walk {
  const report = { organisation, writer, rows: 0, from: null, to: null, broken: null }
  return { report, hashes: new Map(), named: [] }
}

function isSigned(head: AuditHead, keys: readonly SigningKey[]): boolean {
  const signature = parseSignature(head.signature)
  const key = keys.find(({ kid }) => kid === signature?.kid)
  if (signature === null || key === undefined) return false
  try {
    const publicKey = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: key.public_key },
      format: 'jwk',
    })
    return verify(null, toSignedHead(head), publicKey, Buffer.from(signature.signature, 'base64url'))
  } catch {
    return false
  }
}
