// Where the bus tells what a person should know; pino's logger fits.
export type BusLog = Readonly<{
  info(facts: Readonly<Record<string, unknown>>, message: string): void
  warn(facts: Readonly<Record<string, unknown>>, message: string): void
}>
