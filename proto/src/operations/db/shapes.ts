import { z } from 'zod'
import { maybe } from '../values.ts'

// Rows or objects that statistics count since they were last reset.
export const statisticsSince = maybe.time

// A statement with its literals taken out, and its name in the statistics.
export const statement = Object.freeze({
  signature: z.string().describe('Names the normalised statement in this instance'),
  statement: maybe.sqlText,
})

// Schemas to look at.
export const SCHEMA_TEXT = 'Only this schema or database'
