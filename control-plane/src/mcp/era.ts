const VERSION_CLAIM = 'io.modelcontextprotocol/protocolVersion'
const SESSION_VERSIONS: readonly string[] = Object.freeze(['2025-03-26', '2025-06-18', '2025-11-25'])

export type Era = 'session' | 'stateless'

// The era of an ordinary request that says so twice, in header and body alike; null: the protocol's own, slower rules
// must judge it.
export function clearEra(headers: Headers, body: unknown): Era | null {
  if (!isRecord(body) || body['jsonrpc'] !== '2.0' || 'result' in body || 'error' in body) return null
  const { method, id, params = {} } = body
  if (typeof method !== 'string' || method === 'initialize' || !isId(id) || !isRecord(params)) return null
  const version = headers.get('mcp-protocol-version')
  const { _meta: meta = {} } = params
  if (!isRecord(meta) || version === null) return null
  if (meta['progressToken'] !== undefined && !isId(meta['progressToken'])) return null
  if (SESSION_VERSIONS.includes(version))
    return headers.has('mcp-session-id') && !Object.keys(meta).some(isClaim) ? 'session' : null
  return meta[VERSION_CLAIM] === version && headers.get('mcp-method') === method ? 'stateless' : null
}

function isClaim(key: string): boolean {
  return key.startsWith('io.modelcontextprotocol/')
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
