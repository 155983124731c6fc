// `Name:   123 kB` lines, as /proc/meminfo and /proc/<pid>/status write them: each name to the rest of its line.
export function parseColonLines(text: string): ReadonlyMap<string, string> {
  const pairs = text.split('\n').flatMap((line) => {
    const at = line.indexOf(':')
    return at === -1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const]
  })
  return new Map(pairs)
}

// A value in kB of such a line, in bytes; null when the line is absent or not a number.
export function toBytes(lines: ReadonlyMap<string, string>, name: string): number | null {
  const match = /^(\d+) kB$/.exec(lines.get(name) ?? '')
  return match === null ? null : Number(match[1]) * 1024
}

// The number after a word at a line's start (`btime 17`, `oom_kill 3`); null when there is none.
export function findNumber(text: string | null, name: string): number | null {
  const match = new RegExp(`^${name}\\s+(\\d+)`, 'm').exec(text ?? '')
  return match === null ? null : Number(match[1])
}

// Share of time in which some task waited, from /proc/pressure/*; nulls where the kernel does not count.
export function parsePressure(text: string | null): Readonly<{ short: number | null; long: number | null }> {
  const match = /^some avg10=([\d.]+) avg60=[\d.]+ avg300=([\d.]+)/m.exec(text ?? '')
  if (match === null) return { short: null, long: null }
  return { short: Number(match[1]), long: Number(match[2]) }
}

// Names of users by their number, from /etc/passwd; empty when it cannot be read.
export function parseUsers(text: string | null): ReadonlyMap<string, string> {
  const rows = (text ?? '').split('\n').flatMap((line) => {
    const [name, , uid] = line.split(':')
    return name === undefined || uid === undefined ? [] : [[uid, name] as const]
  })
  return new Map(rows)
}
