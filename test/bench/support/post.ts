import { Agent, request } from 'node:http'

/** A client of one connection that stays open, as MCP clients keep it; it costs the same for each side measured. */
export type Poster = {
  post(body: string, headers?: Readonly<Record<string, string>>): Promise<Posted>
  close(): void
}
export type Posted = {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

/** Opens a poster to a URL. */
export function createPoster(url: string, common: Readonly<Record<string, string>> = {}): Poster {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const target = new URL(url)
  return {
    post: (body, headers = {}) =>
      new Promise((resolve, reject) => {
        const length = String(Buffer.byteLength(body))
        const sent = request(
          target,
          {
            method: 'POST',
            agent,
            headers: { 'content-type': 'application/json', 'content-length': length, ...common, ...headers },
          },
          (response) => {
            const parts: Buffer[] = []
            response.on('data', (part: Buffer) => parts.push(part))
            response.on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                text: Buffer.concat(parts).toString('utf8'),
              }),
            )
            response.on('error', reject)
          },
        )
        sent.on('error', reject)
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}
