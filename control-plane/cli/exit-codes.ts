// Every exit code of the command and what it means; `vedette --help` and README.md print this table.
export const EXIT_CODES = Object.freeze({
  ok: { code: 0, means: 'done; an answer was given, whole or partial' },
  failure: { code: 1, means: 'it failed, and the last line says why' },
  usage: { code: 2, means: 'the command, a tool or an argument is wrong; nothing was asked' },
  no_visibility: { code: 3, means: 'the answer saw nothing (visibility none): it proves nothing' },
  unreachable: { code: 4, means: 'the control plane cannot be reached' },
  not_allowed: { code: 5, means: 'the control plane does not accept the token, or its role is too low' },
  timed_out: { code: 6, means: 'what was waited for did not come in time' },
  approval_pending: { code: 21, means: "the call waits for a person's approval" },
} as const)

export type ExitName = keyof typeof EXIT_CODES
