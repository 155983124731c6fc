import { createServer, type IncomingMessage } from 'node:http'
import type { TestContext } from 'node:test'

/** A Loki that holds these lines of one service; each search adds one more. */
export async function startLoki(t: TestContext, lines: { at: number; text: string }[]) {
  const answer = ({ url = '' }: IncomingMessage): object => {
    const { pathname, searchParams } = new URL(url, 'http://loki')
    if (pathname.endsWith('/labels')) return ['service_name']
    if (pathname.endsWith('/values')) return ['shop']
    if (pathname.endsWith('/series')) return [{ service_name: 'shop' }]
    const [start, end] = ['start', 'end'].map((name) =>
      Number(BigInt(searchParams.get(name) ?? '0') / 1_000_000n),
    )
    const held = lines.filter(({ at }) => at >= (start ?? 0) && at <= (end ?? 0)).sort((a, b) => b.at - a.at)
    const values = held
      .slice(0, Number(searchParams.get('limit')))
      .map(({ at, text }) => [`${at}000000`, text])
    const stream = { service_name: 'shop', detected_level: 'error' }
    return { resultType: 'streams', result: values.length === 0 ? [] : [{ stream, values }], stats: {} }
  }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ status: 'success', data: answer(request) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port')
  return `http://127.0.0.1:${address.port}`
}
