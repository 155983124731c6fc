import { CLOUD } from './cloud.ts'
import { CODE_CI } from './code-ci.ts'
import { CONTACT } from './contact.ts'
import type { Kind } from './kind.ts'
import { MESSAGING_PAYMENT_AI } from './messaging-payment-ai.ts'
import { MONEY } from './money.ts'
import { NATIONAL_IDS_AMERICAS } from './national-ids-americas.ts'
import { NATIONAL_IDS_EUROPE } from './national-ids-europe.ts'
import { NATIONAL_IDS_WORLD } from './national-ids-world.ts'
import { OBSERVABILITY } from './observability.ts'
import { STRUCTURES } from './structures.ts'

// Every kind of what must not leave: one closed table, of which all else derives. Rows 1 to 108.
export const KINDS: readonly Kind[] = Object.freeze([
  ...STRUCTURES,
  ...CLOUD,
  ...OBSERVABILITY,
  ...CODE_CI,
  ...MESSAGING_PAYMENT_AI,
  ...MONEY,
  ...NATIONAL_IDS_AMERICAS,
  ...NATIONAL_IDS_EUROPE,
  ...NATIONAL_IDS_WORLD,
  ...CONTACT,
])

export { PHONE_LAYOUTS } from './contact.ts'
export type { DigitsRule, How, Kind, LiteralRule, Rule, Starts, TokenRule } from './kind.ts'
