import { AMERICAS } from './americas.ts'
import { CONTACT } from './contact.ts'
import { EUROPE } from './europe.ts'
import { MONEY } from './money.ts'
import type { Source } from './sample.ts'
import { SECRETS } from './secrets.ts'
import { STRUCTURES } from './structures.ts'
import { WORLD } from './world.ts'

/** Generators of every kind that can be generated. */
export const SOURCES: readonly Source[] = [
  ...STRUCTURES,
  ...SECRETS,
  ...MONEY,
  ...AMERICAS,
  ...EUROPE,
  ...WORLD,
  ...CONTACT,
]

export type { Sample, Source } from './sample.ts'
