// How the process ends, for supervisors: `superseded` and `refused` must not be restarted blindly.
export const EXIT_CODES = Object.freeze({
  // Asked to stop, and drained.
  stopped: 0,
  // Something that should not happen.
  internal: 1,
  // The configuration cannot be used, or its join token or lobby credential cannot be read.
  config: 2,
  // A newer process of the same identity took over.
  superseded: 3,
  // Enrolment was refused, or the key was revoked.
  refused: 4,
})

export type ExitReason = keyof typeof EXIT_CODES
