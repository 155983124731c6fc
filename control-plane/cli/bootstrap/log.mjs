// Progress goes to standard error only: standard output belongs to what is started afterwards.

/** Writes one line of progress to standard error. */
export function say(line) {
  process.stderr.write(`vedette: ${line}\n`)
}

/** A failure with a text meant for a person: what is missing and what to type. Never shown with a stack. */
export class SetupError extends Error {}

/** Runs `main` and ends the process with its exit code; a SetupError is printed as text and ends with 1. */
export async function runMain(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    process.exitCode = 1
  }
}
