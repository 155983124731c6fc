import { withDeadline } from '@vedette/connectors/kit'
import type { Clock } from '@vedette/proto/clock'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import { toHostError } from '../errors.ts'
import type { FileSystemFacts, HostPorts } from '../ports.ts'

// Milliseconds that one mount may take.
export const MOUNT_MS = 2000
// Each question to a dead server holds one of the few threads that all files share, until the server is back.
export const MAX_STUCK = 2

export type MountReader = Readonly<{
  // Sizes of one mount. Throws SourceError; `timed_out` at once when too many mounts already hang.
  read(path: string, mount: string, context: CallContext): Promise<FileSystemFacts>
}>

// Asks each mount once at a time and gives up on those that hang, without asking them again until they answer.
export function createMountReader(ports: HostPorts, clock: Clock): MountReader {
  const pending = new Map<string, { answer: Promise<FileSystemFacts>; since: number }>()

  function isStuck(path: string): boolean {
    return clock.now() - (pending.get(path)?.since ?? clock.now()) >= MOUNT_MS
  }

  function ask(path: string): Promise<FileSystemFacts> {
    const known = pending.get(path)
    if (known !== undefined) return known.answer
    const answer = ports.statfs(path).finally(() => pending.delete(path))
    pending.set(path, { answer, since: clock.now() })
    return answer
  }

  return {
    async read(path, mount, context) {
      const stuck = [...pending.keys()].filter(isStuck)
      if (stuck.includes(path) || stuck.length >= MAX_STUCK)
        throw new SourceError('timed_out', { waited_ms: 0, phase: 'connect' })
      const deadline = Math.min(context.deadline, clock.now() + MOUNT_MS)
      return withDeadline({ ...context, deadline }, async (_signal, enter) => {
        enter('first_byte')
        return ask(path).catch((error: unknown) => {
          throw toHostError(error, `search ${mount}`)
        })
      })
    },
  }
}
