import { Agent, request } from 'node:http'
import { connect } from 'node:net'

export type FuzzFacts = Readonly<{
  url: string
  token: string
  requests: number
  seed: number
  // Told of each answer that must not be.
  onWrong(line: string): void
}>
export type FuzzTally = Readonly<{ sent: number; wrong: number; statuses: Readonly<Record<string, number>> }>

type Reply = Readonly<{ status: number; text: string }>

const AT_ONCE = 20
// What a caller wrote comes back as 100 characters at the most.
const ECHO = 100
const LEAKS = /node_modules|\.mjs|\.ts:\d|\n\s+at |at async|SyntaxError|TypeError|ECONN|\/work\/|\/home\//
const JUNK: readonly string[] = Object.freeze([
  '',
  '\u0000',
  '"',
  '{',
  '}',
  '[]',
  'null',
  '1e999',
  '-0',
  '\ud800',
  '"__proto__":{},',
  '\\u0000',
  '\u202e',
  '[['.repeat(400),
  '0'.repeat(400),
  ',',
  ':',
  'true',
  '{"a":'.repeat(200),
])
const METHODS: readonly string[] = Object.freeze([
  'POST',
  'POST',
  'POST',
  'POST',
  'POST',
  'POST',
  'GET',
  'DELETE',
  'PUT',
  'PATCH',
  'OPTIONS',
  'HEAD',
])

// Sends damaged bodies and headers to the MCP endpoint. Wrong is a 5xx, an answer that shows the inside or the token, an
// error that repeats much of what was written, and no answer at all.
export async function fuzzMcp(facts: FuzzFacts): Promise<FuzzTally> {
  const random = createRandom(facts.seed)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const statuses: Record<string, number> = {}
  let wrong = 0
  const complain = (line: string) => {
    wrong += 1
    facts.onWrong(line.slice(0, 600))
  }
  const one = async () => {
    const canary = toCanary(random)
    const isRaw = random(25) === 0
    const sound = random(4) === 0 ? toSound(random, canary) : null
    const body = sound?.body ?? toBody(random, canary)
    const headers = {
      ...(sound?.headers ?? toHeaders(random, canary)),
      authorization: `Bearer ${random(12) === 0 ? canary : facts.token}`,
    }
    const method = sound === null ? pick(random, METHODS) : 'POST'
    const what = JSON.stringify([method, headers, body])
    try {
      const reply = isRaw
        ? await sendRaw(facts.url, toRaw(random, { headers, body }))
        : await sendOnce(`${facts.url}/mcp`, { method, headers, body, agent })
      statuses[reply.status] = (statuses[reply.status] ?? 0) + 1
      const why = judge(reply, { canary, token: facts.token })
      if (why !== null) complain(`${why}: ${reply.status} ${reply.text.slice(0, 200)} for ${what}`)
    } catch (error) {
      complain(`no answer (${error instanceof Error ? error.message : 'unknown'}) for ${what}`)
    }
  }
  for (let sent = 0; sent < facts.requests; sent += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, facts.requests - sent) }, one))
  agent.destroy()
  return { sent: facts.requests, wrong, statuses }
}

function judge(
  { status, text }: Reply,
  { canary, token }: Readonly<{ canary: string; token: string }>,
): string | null {
  if (status >= 500) return 'a 5xx'
  if (LEAKS.test(text)) return 'it shows the inside'
  if (text.includes(token)) return 'it shows the token'
  if (status < 400 && !text.includes('"error"')) return null
  for (let at = 0; at + ECHO < canary.length; at += 1)
    if (text.includes(canary.slice(at, at + ECHO + 1))) return 'it repeats what was written'
  return null
}

type Random = (below: number) => number

function createRandom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[random(list.length)]
  if (found === undefined) throw new RangeError('nothing to pick from')
  return found
}

// A message that reaches a tool, damaged once at the most.
function toSound(
  random: Random,
  canary: string,
): Readonly<{ body: string; headers: Record<string, string> }> {
  const args = pick<object>(random, [
    { host: canary },
    { [canary]: 1 },
    { fresh: canary },
    { detail: canary },
    {},
  ])
  const params = { name: 'host_disks_list', arguments: args, _meta: toMeta('2026-07-28') }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  return {
    body: damage(random, body, random(2)),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'host_disks_list',
    },
  }
}

function toMeta(version: string): object {
  return {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
}

// 160 letters that stand nowhere else.
function toCanary(random: Random): string {
  return Array.from({ length: 160 }, () => 'bcdfghjklmnpqrstvwxz'[random(20)]).join('')
}

function toBody(random: Random, canary: string): string {
  const name = pick(random, ['host_disks_list', 'metrics_query', 'call_tool', 'check_fleet_health', canary])
  const meta = toMeta(pick(random, ['2026-07-28', '2025-11-25', canary]))
  const params = pick<unknown>(random, [
    { name, arguments: { host: canary } },
    { name, arguments: { [canary]: 1 }, _meta: meta },
    { name, arguments: [canary], _meta: meta },
    { name, arguments: canary },
    {
      protocolVersion: pick(random, ['2025-06-18', canary]),
      capabilities: {},
      clientInfo: { name: canary, version: '1' },
    },
    { cursor: canary, _meta: meta },
    { uri: canary, _meta: meta },
    [canary],
    null,
  ])
  const method = pick(random, [
    'tools/call',
    'tools/list',
    'initialize',
    'ping',
    'prompts/get',
    'resources/read',
    'server/discover',
    'completion/complete',
    'notifications/cancelled',
    canary,
  ])
  const message = {
    jsonrpc: pick(random, ['2.0', '2.0', '2.0', '1.0', 2]),
    id: pick<unknown>(random, [1, 'a', null, 1.5, {}]),
    method,
    params,
  }
  const text = JSON.stringify(
    pick<unknown>(random, [message, message, message, message, [message, message], [message, null, 7]]),
  )
  return damage(random, text, random(4))
}

function damage(random: Random, text: string, times: number): string {
  let damaged = text
  for (let at = 0; at < times; at += 1) {
    const cut = random(damaged.length + 1)
    damaged = `${damaged.slice(0, cut)}${pick(random, JUNK)}${damaged.slice(cut + random(4))}`
  }
  return damaged
}

function toHeaders(random: Random, canary: string): Record<string, string> {
  const written: Record<string, string> = {
    'content-type': pick(random, [
      'application/json',
      'application/json',
      'application/json',
      'text/plain',
      canary,
      'application/json; charset=utf-7',
    ]),
    accept: pick(random, [
      'application/json, text/event-stream',
      'application/json, text/event-stream',
      '*/*',
      'text/html',
      canary,
    ]),
    'mcp-protocol-version': pick(random, ['2026-07-28', '2025-11-25', '2025-06-18', '1999-01-01', canary]),
    'mcp-method': pick(random, ['tools/call', 'tools/list', canary]),
    'mcp-name': pick(random, ['host_disks_list', canary]),
    'mcp-session-id': pick(random, [canary, '00000000-0000-4000-8000-000000000000', '../..']),
    'last-event-id': canary,
    'x-forwarded-host': canary,
  }
  for (const name of Object.keys(written)) if (random(3) === 0) delete written[name]
  return written
}

function sendOnce(
  url: string,
  {
    method,
    headers,
    body,
    agent,
  }: Readonly<{ method: string; headers: Record<string, string>; body: string; agent: Agent }>,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const length = hasBody ? { 'content-length': String(Buffer.byteLength(body)) } : {}
    const asked = request(url, { method, headers: { ...headers, ...length }, agent }, (response) => {
      const status = response.statusCode ?? 0
      // A stream that listens goes on until the client leaves.
      if (method === 'GET' && response.headers['content-type']?.startsWith('text/event-stream')) {
        resolve({ status, text: '' })
        asked.destroy()
        return
      }
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status, text }))
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(hasBody ? body : undefined)
  })
}

// A request whose head no client would write.
function toRaw(
  random: Random,
  { headers, body }: Readonly<{ headers: Record<string, string>; body: string }>,
): string {
  const lines = Object.entries({ host: '127.0.0.1', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const length = pick(random, [
    String(Buffer.byteLength(body)),
    String(Buffer.byteLength(body)),
    '-1',
    '1e3',
    '99999999999999999999',
  ])
  const head = [`POST /mcp HTTP/1.1`, ...lines, `content-length: ${length}`].join('\r\n')
  return `${damage(random, head, 1 + random(2))}\r\n\r\n${body}`
}

// An empty answer to a head that is none is an answer: the connection was closed.
function sendRaw(url: string, text: string): Promise<Reply> {
  const { port, hostname } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let heard = ''
    const end = () => {
      socket.destroy()
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 400), text: heard })
    }
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      heard += part
      // Whatever comes after a whole answer is of no interest, and a head that promises more than it sends waits.
      if (/\r\n\r\n/.test(heard)) end()
    })
    socket.on('error', end)
    socket.on('close', end)
    socket.setTimeout(300, end)
    socket.write(text)
  })
}
