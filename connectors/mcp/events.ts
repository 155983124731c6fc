import { SourceError } from '@vedette/proto/connector'

// The message of a finished stream of events that answers the request `id`; progress and questions of the server are
// passed over. Throws `unusable` when the stream ended without it.
export function pickMessage(stream: string, id: unknown): string {
  for (const event of stream.split(/\r?\n\r?\n|\r\r/)) {
    const data = event
      .split(/\r?\n|\r/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).replace(/^ /, ''))
      .join('\n')
    if (data !== '' && isAnswer(data, id)) return data
  }
  throw new SourceError('unusable', { why: 'unexpected_kind', code: 'stream_ended' })
}

function isAnswer(data: string, id: unknown): boolean {
  try {
    const message: unknown = JSON.parse(data)
    if (typeof message !== 'object' || message === null) return false
    return Reflect.get(message, 'id') === id && ('result' in message || 'error' in message)
  } catch {
    return false
  }
}
