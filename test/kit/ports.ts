import { createServer } from 'node:net'

// Below the range from which the system picks ports for outgoing connections, so that none is taken in between.
const FIRST = 20_000
const COUNT = 12_000
const ATTEMPTS = 200
const given = new Set<number>()

/** A TCP port that is free on 127.0.0.1 and that this process was not given before. */
export async function getFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
  throw new Error(`no free port found on 127.0.0.1 in ${ATTEMPTS} tries`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
