import { decodeBlock } from '../decode/blocks.ts'
import { decodeCharacters } from '../decode/characters.ts'
import { findEmbedded } from '../structure/embedded.ts'
import type { Hit } from './hit.ts'
import { giveScan, type Scan, type ScanOptions, takeScan } from './scan.ts'
import { scanText } from './scan-text.ts'
import { toKindIndex } from './tables.ts'

// Layers of encoding that are read.
const MAX_LAYERS = 3
// Characters before an encoded run that may name what it holds.
const CONTEXT = 40

// Look-ups that cost much, such as those of telephone numbers: beyond so many of them the form is enough.
const CHECKS_PER_CHARACTER = 100 / 65_536

const NO_HITS: readonly Hit[] = Object.freeze([])
const UNDECODED = toKindIndex('undecoded')

export type FindOptions = ScanOptions &
  Readonly<{
    // What a decoded JSON text holds when it is read as a structure: a kind, or -1.
    judgeJson(text: string): number
    // A customer's own patterns.
    findCustom: ((text: string) => readonly Hit[]) | undefined
  }>

// Every span of a text that must not leave, encoded ones included; spans may overlap.
export function findHits(text: string, options: FindOptions, layer = 0): readonly Hit[] {
  const scan = takeScan(text, options)
  options.phones.left += text.length * CHECKS_PER_CHARACTER
  scanText(scan)
  if (options.findCustom !== undefined) scan.hits.push(...options.findCustom(text))
  if (scan.hasEscapes && layer < MAX_LAYERS) findEscaped(scan, options, layer)
  if (scan.encoded.length > 0) findDecoded(scan, options, layer)
  const hits = scan.hits.length === 0 ? NO_HITS : scan.hits.slice()
  giveScan(scan)
  return hits
}

function findEscaped(scan: Scan, options: FindOptions, layer: number): void {
  const decoded = decodeCharacters(scan.text)
  if (decoded === null) return
  const push = (hit: Hit) => {
    const start = decoded.from[hit.start] ?? 0
    const end = decoded.to[hit.end - 1] ?? scan.text.length
    scan.hits.push({ ...hit, start, end, rule: `escaped ${hit.rule}` })
  }
  for (const { start, end } of findEmbedded(decoded.text)) {
    const kind = options.judgeJson(decoded.text.slice(start, end))
    if (kind >= 0) push({ start, end, kind, rule: 'structure' })
  }
  for (const hit of findHits(decoded.text, options, layer + 1)) push(hit)
}

// All runs are read as one text, each after what stood before it, so that a word there still names what it holds.
function findDecoded(scan: Scan, options: FindOptions, layer: number): void {
  const { text, encoded, hits } = scan
  const parts: string[] = []
  const begins: number[] = []
  const ends: number[] = []
  const runs: (typeof encoded)[number][] = []
  let length = 0
  for (const run of encoded) {
    const decoded = layer < MAX_LAYERS ? decodeBlock(text, run) : null
    const kind = decoded === null ? UNDECODED : judge(decoded, options)
    if (kind >= 0) hits.push({ start: run.start, end: run.end, kind, rule: `${run.form} of a structure` })
    if (decoded === null || kind >= 0) continue
    const before = scan.words.length > 0 ? text.slice(Math.max(0, run.start - CONTEXT), run.start) : ''
    const part = `${before} ${decoded}\n`
    begins.push(length + before.length + 1)
    length += part.length
    ends.push(length)
    parts.push(part)
    runs.push(run)
  }
  if (parts.length === 0) return
  for (const hit of findHits(parts.join(''), options, layer + 1)) {
    const at = findPart(ends, hit.end - 1)
    const run = runs[at]
    if (run === undefined || hit.end <= (begins[at] ?? 0)) continue
    hits.push({ start: run.start, end: run.end, kind: hit.kind, rule: `${run.form} of ${hit.rule}` })
  }
}

function judge(decoded: string, options: FindOptions): number {
  const first = decoded.charCodeAt(0)
  return first === 123 || first === 91 ? options.judgeJson(decoded) : -1
}

function findPart(ends: readonly number[], at: number): number {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}
