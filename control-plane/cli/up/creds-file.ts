import type { UserCredentials } from '../../src/bus/types.ts'

// A user's JWT and seed in the form of a NATS credentials file.
export function toCredsFile({ jwt, seed }: UserCredentials): string {
  return [
    '-----BEGIN NATS USER JWT-----',
    jwt,
    '------END NATS USER JWT------',
    '',
    '-----BEGIN USER NKEY SEED-----',
    seed,
    '------END USER NKEY SEED------',
    '',
  ].join('\n')
}
