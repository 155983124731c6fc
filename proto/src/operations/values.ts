import { z } from 'zod'
import { fieldRegistry } from './fields.ts'

function marked<S extends z.ZodType>(schema: S, redact: string): S {
  fieldRegistry.add(schema, { redact })
  return schema
}

// Text that people or programs wrote freely: the redactor reads all of it.
export const freeText = marked(z.string(), 'free_text')

// Names and values that somebody attached to a thing, as the vendor spells them.
export const tagSet = z.record(z.string(), z.string())

// What a vendor may leave untold: null means not told, never zero, empty or false.
export const maybe = Object.freeze({
  text: z.string().nullable(),
  number: z.number().nullable(),
  flag: z.boolean().nullable(),
  // RFC 3339 in UTC.
  time: z.string().nullable(),
  url: z.string().nullable(),
  texts: z.array(z.string()).nullable(),
  tags: tagSet.nullable(),
  freeText: marked(z.string().nullable(), 'free_text'),
  // A statement of a query language; its literals may be personal data.
  sqlText: marked(z.string().nullable(), 'sql_text'),
  // A person by the name that people use.
  personName: marked(z.string().nullable(), 'person_name'),
  // Who acted: a login, an address, a service account or a role, as the vendor spells it.
  userHandle: marked(z.string().nullable(), 'user_handle'),
  // An address that may be a person's own.
  clientAddress: marked(z.string().nullable(), 'ip_address'),
})

// How many match in all, beyond the rows given; null when the vendor does not count.
export const total = z.number().nullable()

// Spans in seconds that definitions use for their windows.
export const HOUR = 3600
export const DAY = 86_400
