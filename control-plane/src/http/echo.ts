import type { FastifyRequest } from 'fastify'

const MOST = 100
const DEPTH = 6
const TEXTS = 200

// An error of the protocol with at most 100 characters of any text that the caller wrote, in headers or body.
export function shortenEchoes(text: string, request: FastifyRequest, body: unknown): string {
  const written = new Set<string>()
  for (const value of Object.values(request.headers)) collect(value, written, 0)
  collect(body, written, 0)
  let shortened = text
  // The longest first: one may be a part of another.
  for (const one of [...written].sort((a, b) => b.length - a.length))
    shortened = shortened.replaceAll(toEscaped(one), () =>
      toEscaped(`${one.slice(0, MOST - 1).toWellFormed()}…`),
    )
  return shortened
}

// Long texts, names of members included; the id of a message is the caller's own and goes back as it came.
function collect(value: unknown, into: Set<string>, depth: number): void {
  if (depth > DEPTH || into.size >= TEXTS) return
  if (typeof value === 'string') {
    if (value.length > MOST) into.add(value)
  } else if (Array.isArray(value)) for (const one of value) collect(one, into, depth + 1)
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      collect(name, into, depth + 1)
      if (name !== 'id') collect(one, into, depth + 1)
    }
}

function toEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
