const MASK = (1n << 64n) - 1n
const RATE = 136

// Rotation of lane (x, y) at x + 5 y.
const TURNS: readonly number[] = Object.freeze([
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
])
const ROUNDS = 24

// Keccak-256 with the padding of before FIPS 202, as Ethereum and Monero use it.
export function keccak256(input: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((input.length + 1) / RATE) * RATE)
  padded.set(input)
  padded[input.length] = 1
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80
  const view = new DataView(padded.buffer)
  let lanes: bigint[] = Array.from({ length: 25 }, () => 0n)
  for (let block = 0; block < padded.length; block += RATE) {
    lanes = lanes.map((lane, at) => (at < RATE / 8 ? lane ^ view.getBigUint64(block + at * 8, true) : lane))
    lanes = permute(lanes)
  }
  const out = new DataView(new ArrayBuffer(32))
  for (let at = 0; at < 4; at += 1) out.setBigUint64(at * 8, lanes[at] ?? 0n, true)
  return new Uint8Array(out.buffer)
}

function permute(start: readonly bigint[]): bigint[] {
  let lanes = [...start]
  let register = 1
  for (let round = 0; round < ROUNDS; round += 1) {
    const columns = [0, 1, 2, 3, 4].map((x) =>
      [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ (lanes[x + y] ?? 0n), 0n),
    )
    const theta = lanes.map((lane, at) => {
      const x = at % 5
      return lane ^ (columns[(x + 4) % 5] ?? 0n) ^ turn(columns[(x + 1) % 5] ?? 0n, 1)
    })
    const moved = [...theta]
    for (const [at, lane] of theta.entries()) {
      const x = at % 5
      const y = (at - x) / 5
      moved[y + 5 * ((2 * x + 3 * y) % 5)] = turn(lane, TURNS[at] ?? 0)
    }
    lanes = moved.map((lane, at) => {
      const x = at % 5
      const row = at - x
      return lane ^ (~(moved[row + ((x + 1) % 5)] ?? 0n) & MASK & (moved[row + ((x + 2) % 5)] ?? 0n))
    })
    // The round constant comes from a linear feedback shift register of degree 8.
    let constant = 0n
    for (let bit = 0; bit < 7; bit += 1) {
      if ((register & 1) === 1) constant |= 1n << BigInt(2 ** bit - 1)
      register = (register << 1) ^ ((register >> 7) * 0x171)
    }
    lanes[0] = (lanes[0] ?? 0n) ^ constant
  }
  return lanes
}

function turn(lane: bigint, by: number): bigint {
  const shift = BigInt(by)
  return ((lane << shift) | (lane >> (64n - shift))) & MASK
}
