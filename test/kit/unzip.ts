import { inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const ENTRY = 0x02014b50
const DEFLATED = 8

/** The content of one file of a zip archive, held in memory. Throws when it is not there or not a plain entry. */
export function readZipEntry(archive: Buffer, name: string): Buffer {
  const end = findEnd(archive)
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== ENTRY) break
    const [nameBytes, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field))
    const found = archive.toString('utf8', at + 46, at + 46 + (nameBytes ?? 0))
    if (found === name) return readContent(archive, at)
    at += 46 + (nameBytes ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  throw new Error(`the archive has no ${name}`)
}

function findEnd(archive: Buffer): number {
  // The end record stands last, before a comment of at most 64 KiB.
  for (let at = archive.length - 22; at >= Math.max(0, archive.length - 22 - 65_535); at -= 1)
    if (archive.readUInt32LE(at) === END) return at
  throw new Error('this is no zip archive')
}

function readContent(archive: Buffer, entry: number): Buffer {
  const method = archive.readUInt16LE(entry + 10)
  const packed = archive.readUInt32LE(entry + 20)
  const size = archive.readUInt32LE(entry + 24)
  const local = archive.readUInt32LE(entry + 42)
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const bytes = archive.subarray(start, start + packed)
  const content = method === DEFLATED ? inflateRawSync(bytes) : bytes
  if (content.length !== size) throw new Error('an entry of the archive is cut off')
  return content
}
