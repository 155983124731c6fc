export { ADMITTED_BYTES } from './admission.ts'
export { type Calls, createCalls } from './calls.ts'
export { type BusOptions, createBus } from './create-bus.ts'
export { BusError } from './error.ts'
export { createIntake } from './intake.ts'
export type { BusLog } from './log.ts'
export type {
  Bus,
  BusMessage,
  BusServers,
  BusStats,
  CallAgent,
  CallRequest,
  CallResult,
  Enroll,
  OrganisationAccess,
  ReplyMeta,
  UserCredentials,
} from './types.ts'
