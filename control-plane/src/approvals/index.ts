export type { ActionsOptions } from './create-actions.ts'
export { createActions, isApprover, MOST_LISTED } from './create-actions.ts'
export type { Actions, Collector, Decided, Decision, NewAction, Ran, Refusal } from './types.ts'
