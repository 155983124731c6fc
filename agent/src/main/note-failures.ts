import type { Part } from '@vedette/proto/visibility'
import type { HealthBook } from '../prober/index.ts'

type Told = Readonly<{
  health: Pick<HealthBook, 'noteUnauthorized' | 'noteServerUnauthorized'>
  // Finds the health of an instance out anew.
  recheck(instance: string): void
}>

// What a real call has met moves health at once: a credential that one server refuses is that server's alone, one that
// all of an answer was refused is the instance's, and a lost connection is looked at by a probe.
export function noteFailures(instance: string, parts: readonly Part[], { health, recheck }: Told): void {
  const refused = parts.filter((part) => part.state === 'unauthorized')
  const servers = new Set(refused.flatMap((part) => part.server ?? []))
  for (const server of servers) health.noteServerUnauthorized(instance, server)
  if (servers.size === 0 && refused.length === parts.length) health.noteUnauthorized(instance)
  if (parts.some((part) => part.state === 'upstream_failed' && part.errno !== undefined)) recheck(instance)
}
