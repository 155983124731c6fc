export const CONTEXT_TOOL = 'get_context'

// Tools that look at threads or write to them; they are no part of a timeline.
export const BOOKKEEPING: ReadonlySet<string> = new Set([
  CONTEXT_TOOL,
  'investigations_list',
  'investigations_get',
  'investigations_update',
])
