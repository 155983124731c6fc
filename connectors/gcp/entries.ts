import { z } from 'zod'
import { type Collected, collect } from './answers.ts'
import type { Reader } from './client.ts'
import { maybeNumber, maybeText } from './values.ts'

// A log entry. Its payload is untrusted.
export const entry = z.object({
  insertId: z.string().default(''),
  logName: z.string(),
  timestamp: maybeText,
  receiveTimestamp: maybeText,
  severity: maybeText,
  trace: maybeText,
  textPayload: maybeText,
  jsonPayload: z.record(z.string(), z.unknown()).optional(),
  protoPayload: z.record(z.string(), z.unknown()).optional(),
  httpRequest: z.object({ requestMethod: maybeText, requestUrl: maybeText, status: maybeNumber }).optional(),
  resource: z.object({ type: z.string(), labels: z.record(z.string(), z.string()).default({}) }).optional(),
  labels: z.record(z.string(), z.string()).default({}),
})
export type Entry = z.output<typeof entry>

export type EntryQuestion = Readonly<{
  filter: string
  newestFirst: boolean
  maxItems: number
}>

// Log entries of the project that a filter of the logging query language finds.
export function readEntries(
  reader: Reader,
  { filter, newestFirst, maxItems }: EntryQuestion,
): Promise<Collected<Entry>> {
  return collect(reader, {
    service: 'logging',
    path: [{ of: 'entries', verb: 'list' }],
    body: {
      resourceNames: [`projects/${reader.project.id}`],
      filter,
      orderBy: newestFirst ? 'timestamp desc' : 'timestamp asc',
    },
    field: 'entries',
    row: entry,
    size: ['pageSize', Math.min(1000, maxItems)],
    maxItems,
    needs: 'logging.logEntries.list',
  })
}

// A text as a literal of the logging query language or of a monitoring filter: nothing in it can leave its quotes.
export function quote(text: string): string {
  return JSON.stringify(text)
}

// A window as conditions on the time of an entry.
export function within(from: string, to: string): string {
  return `timestamp>=${quote(from)} AND timestamp<${quote(to)}`
}
