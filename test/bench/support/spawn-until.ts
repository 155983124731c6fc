import { spawn } from 'node:child_process'

/** Milliseconds from the start of a process until its standard error matches (or, without a pattern, its end). */
export async function timeUntil(args: readonly string[], pattern?: RegExp): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const { promise: seen, resolve, reject } = Promise.withResolvers<number>()
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (pattern?.test(output) === true) resolve(performance.now() - began)
  })
  const ended = new Promise<void>((done) => {
    child.once('close', () => {
      if (pattern === undefined) resolve(performance.now() - began)
      else reject(new Error(`it ended before ${pattern}: ${output}`))
      done()
    })
  })
  try {
    return await seen
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
