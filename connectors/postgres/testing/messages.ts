// One message of PostgreSQL's protocol, version 3: its kind, its length and its body.
export function message(kind: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const text = (value: string) => Buffer.from(`${value}\0`)
const int32 = (value: number) =>
  Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255])
const int16 = (value: number) => Buffer.from([(value >>> 8) & 255, value & 255])

// Messages that are always the same.
export const PARTS = Object.freeze({
  askPassword: message('R', int32(3)),
  signedIn: message('R', int32(0)),
  ready: message('Z', Buffer.from('T')),
  parsed: message('1'),
  bound: message('2'),
  done: message('C', text('SELECT 0')),
})

// An error with its SQLSTATE and a sentence.
export function errorResponse(code: string, sentence: string): Buffer {
  const fields = ['SERROR', 'VERROR', `C${code}`, `M${sentence.replaceAll('\0', ' ')}`]
  return message('E', Buffer.concat([...fields.map(text), Buffer.from([0])]))
}

// The columns of a result, each with the id of its type.
export function rowDescription(columns: readonly (readonly [name: string, oid: number])[]): Buffer {
  const fields = columns.map(([name, oid]) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(oid), int16(-1), int32(-1), int16(0)]),
  )
  return message('T', Buffer.concat([int16(columns.length), ...fields]))
}

// One row, as texts.
export function dataRow(values: readonly (string | null)[]): Buffer {
  const cells = values.map((value) => {
    if (value === null) return int32(-1)
    const bytes = Buffer.from(value)
    return Buffer.concat([int32(bytes.length), bytes])
  })
  return message('D', Buffer.concat([int16(values.length), ...cells]))
}
