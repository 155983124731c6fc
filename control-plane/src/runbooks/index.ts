export type { Runbook, Runbooks } from './read-runbooks.ts'
export { createRunbooks, RunbooksError } from './read-runbooks.ts'
export { createRunbooksTool, RUNBOOKS_TOOL } from './tool.ts'
