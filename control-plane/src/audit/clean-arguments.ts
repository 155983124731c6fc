const MAX_TEXT = 300
const MAX_ITEMS = 50
const MAX_DEPTH = 8
// Digits in a row, separators between them ignored, that may be somebody's number.
const DIGITS = 5
// Letters and digits mixed, without a separator, that may be a secret; names of pods have shorter pieces.
const PIECE = 13
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/
const SECRET_KEY =
  /pass|secret|token|credential|authorization|cookie|api.?key|private.?key|^pwd$|senha|signature/i
const ACCOUNT_KEY = /^(account|project)s?$/
const ACCOUNT = /^\d{12}$/
const TIME_KEY = /^(from|to|at|since|until|around|start|end|deadline)$/

export const MASK = '<masked>'

// Arguments as the audit keeps them. The control plane has no redactor, so this errs on the side of masking: words,
// names and queries stay, and whatever might be a secret or a person's number or address becomes `<masked>`.
export function cleanArguments(value: unknown, key = '', depth = 0): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (SECRET_KEY.test(key)) return MASK
  if (typeof value === 'number') return cleanNumber(value, key)
  if (typeof value === 'string') return cleanValue(value, key)
  if (typeof value !== 'object' || depth >= MAX_DEPTH) return MASK
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ITEMS).map((item) => cleanArguments(item, key, depth + 1))
    return value.length > MAX_ITEMS ? [...kept, `<${value.length - MAX_ITEMS} more>`] : kept
  }
  return cleanRecord(value, depth)
}

// Free text with whatever might be a secret or a person's masked, at most 300 characters unless told otherwise.
export function cleanText(text: string, max = MAX_TEXT): string {
  // Cut only after masking: a number that the cut halves would look harmless.
  const bounded = text.length > 20 * max ? '' : text.normalize('NFKC').replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
  if (bounded === '' && text !== '') return MASK
  const masked = maskNumbers(bounded)
    .split(/(\s+)/)
    .map((word) => (/^\s*$/.test(word) ? word : cleanWord(word)))
    .join('')
  return masked.length > max ? `${masked.slice(0, max)}…` : masked
}

function cleanRecord(value: object, depth: number): Readonly<Record<string, unknown>> {
  const members = Object.entries(value).slice(0, MAX_ITEMS)
  const kept = members.map(([key, member], at) => {
    const name = cleanText(key)
    return [name.includes(MASK) ? `${MASK}${at}` : name, cleanArguments(member, key, depth + 1)] as const
  })
  return Object.fromEntries(kept)
}

function cleanNumber(value: number, key: string): number | string {
  if (!Number.isFinite(value)) return MASK
  const digits = String(Math.trunc(Math.abs(value))).length
  return digits <= DIGITS || TIME_KEY.test(key) ? value : MASK
}

function cleanValue(text: string, key: string): string {
  if (INSTANT.test(text) || (ACCOUNT_KEY.test(key) && ACCOUNT.test(text))) return text
  if (TIME_KEY.test(key) && /^\d{10}(\d{3})?$/.test(text)) return text
  return cleanText(text)
}

// Digits with single separators between them: cards, phones and ids in whatever dress.
function maskNumbers(text: string): string {
  return text.replaceAll(/\+?\(?\d(?:[\s().\-/_]{0,2}\d)*/g, (run) =>
    run.replaceAll(/\D/g, '').length > DIGITS ? MASK : run,
  )
}

function cleanWord(word: string): string {
  if (word.includes('@') || /:\/\//.test(word)) return MASK
  if (/(pass\w*|pwd|secret|token|key|senha|authorization|bearer)["']?[:=]/i.test(word)) return MASK
  const isSafe = word.split(/[^\p{L}\p{N}]+/u).every(isSafePiece)
  return isSafe ? word : MASK
}

// A word in one language or case, or a short mixture.
function isSafePiece(piece: string): boolean {
  if (/^\p{L}*$/u.test(piece)) return piece.length <= 32 && !/\p{Ll}\p{Lu}\p{Ll}?\p{Lu}{2}/u.test(piece)
  const digits = piece.replaceAll(/\P{N}/gu, '').length
  return piece.length < PIECE && digits <= DIGITS
}
