// Records what the process writes to its standard streams, and still lets it through, until `stop`.
export function listenToOutput(): Readonly<{ text(): string; stop(): void }> {
  const chunks: string[] = []
  const streams = [process.stdout, process.stderr]
  const originals = streams.map((stream) => stream.write)
  for (const stream of streams) {
    const write = stream.write.bind(stream)
    const listen = (...args: Parameters<typeof write>): boolean => {
      chunks.push(typeof args[0] === 'string' ? args[0] : Buffer.from(args[0]).toString())
      return write(...args)
    }
    stream.write = listen as typeof stream.write // the overloads of write cannot be spelled by one arrow
  }
  return {
    text: () => chunks.join(''),
    stop() {
      for (const [index, stream] of streams.entries()) stream.write = originals[index] ?? stream.write
    },
  }
}
