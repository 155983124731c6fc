// One thing that was looked at: whether it is as it should be, what was found, and what to do.
export type Check = Readonly<{
  check: string
  result: 'ok' | 'note' | 'wrong'
  found: string
  fix?: string
}>
