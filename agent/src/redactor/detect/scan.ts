import type { LiteralRule, Starts } from '../kinds/index.ts'
import type { AddressPolicy, Hit, Near } from './hit.ts'
import type { PhoneChecks } from './phone.ts'

// A word that announces kinds, where it stands.
export type WordAt = Readonly<{ start: number; end: number; kinds: readonly number[] }>

// A run that may be base64 or hex of a text.
export type Encoded = Readonly<{ start: number; end: number; form: 'base64' | 'hex' }>

// What is known of one text while it is read; one is made for each text.
export type Scan = {
  text: string
  // Kinds that the keys above the text name.
  near: Near
  addresses: AddressPolicy
  phones: PhoneChecks
  readonly hits: Hit[]
  readonly words: WordAt[]
  // Where numbers and tokens begin that may be something near a word: twice the place, plus 1 for tokens. Only so many
  // of them count: a list that is emptied would have to grow anew for each text.
  readonly candidates: number[]
  candidateCount: number
  readonly encoded: Encoded[]
  hasEscapes: boolean
  // Ends of what was read ahead, so that nothing is read twice: keys, values of weak keys, numbers, addresses, literals.
  keyDone: number
  weakDone: number
  numberDone: number
  addressDone: number
  literalDone: number
  // Where long patterns that failed may begin after all.
  readonly starts: Map<LiteralRule, Starts>
}

// What holds for all texts of one job.
export type ScanOptions = Readonly<{ near: Near; addresses: AddressPolicy; phones: PhoneChecks }>

const free: Scan[] = []
// Candidates for which a state that waits keeps room.
const MAX_HELD = 4096

// A fresh state for one text; given back, it serves the next: most texts are short, and there are many.
export function takeScan(text: string, { near, addresses, phones }: ScanOptions): Scan {
  const scan = free.pop() ?? createScan(text, { near, addresses, phones })
  scan.text = text
  scan.near = near
  scan.addresses = addresses
  scan.phones = phones
  return scan
}

// Gives a state back; nothing of it may be used after.
export function giveScan(scan: Scan): void {
  scan.text = ''
  if (scan.hits.length > 0) scan.hits.length = 0
  if (scan.words.length > 0) scan.words.length = 0
  scan.candidateCount = 0
  if (scan.candidates.length > MAX_HELD) scan.candidates.length = MAX_HELD
  if (scan.encoded.length > 0) scan.encoded.length = 0
  scan.hasEscapes = false
  scan.keyDone = 0
  scan.weakDone = 0
  scan.numberDone = 0
  scan.addressDone = 0
  scan.literalDone = 0
  if (scan.starts.size > 0) scan.starts.clear()
  free.push(scan)
}

// Remembers a place that is looked at again when a word stands near.
export function addCandidate(scan: Scan, candidate: number): void {
  scan.candidates[scan.candidateCount] = candidate
  scan.candidateCount += 1
}

function createScan(text: string, options: ScanOptions): Scan {
  return {
    text,
    near: options.near,
    addresses: options.addresses,
    phones: options.phones,
    hits: [],
    words: [],
    candidates: [],
    candidateCount: 0,
    encoded: [],
    hasEscapes: false,
    keyDone: 0,
    weakDone: 0,
    numberDone: 0,
    addressDone: 0,
    literalDone: 0,
    starts: new Map(),
  }
}
