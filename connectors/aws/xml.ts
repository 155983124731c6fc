import { SourceError } from '@vedette/proto/connector'

const DEPTH = 64
const ELEMENTS = 200_000
const OPEN = 0x3c
const SLASH = 0x2f

// Checks that bytes are one whole XML document of the service, not a page: balanced, at most 64 levels and 200,000
// elements. Throws `unusable`. A cut document must never read as a shorter list.
export function checkXml(bytes: Uint8Array): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = text.subarray(0, 256).toString('latin1').trimStart().toLowerCase()
  if (start === '') throw new SourceError('unusable', { why: 'unparseable' })
  if (!start.startsWith('<') || /^<(?:!doctype html|html|\?xml[^>]*>\s*<(?:!doctype|html))/.test(start))
    throw new SourceError('unusable', { why: 'unexpected_kind' })
  let depth = 0
  let elements = 0
  for (let at = text.indexOf(OPEN); at !== -1; at = text.indexOf(OPEN, at + 1)) {
    const end = text.indexOf('>', at)
    const first = text[at + 1]
    if (end === -1) throw new SourceError('unusable', { why: 'unparseable' })
    // `!` opens comments and doctypes, `?` instructions: AWS sends only the latter.
    if (first === 0x21) throw new SourceError('unusable', { why: 'unexpected_kind' })
    if (first === SLASH) depth--
    else if (first !== 0x3f && text[end - 1] !== SLASH) depth++
    elements++
    if (depth > DEPTH || elements > ELEMENTS) throw new SourceError('unusable', { why: 'too_large' })
    if (depth < 0) break
    at = end
  }
  if (depth !== 0 || elements === 0) throw new SourceError('unusable', { why: 'unparseable' })
}
