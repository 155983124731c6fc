import { type ProbeResult, SourceError } from '@vedette/proto/connector'

// Runs a probe's read and turns its SourceError into health: throttled is `degraded` (the credential works),
// every other state is `down`, with the state word as code. Other errors are bugs and pass through.
export async function probeWith(read: () => Promise<ProbeResult>): Promise<ProbeResult> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { health: error.state === 'throttled' ? 'degraded' : 'down', code: error.state, scopes: [] }
  }
}
