import { systemClock } from '@vedette/proto/clock'
import { destination, type Logger, pino } from 'pino'
import { type ControlPlaneConfig, ControlPlaneConfigError, loadControlPlaneConfig } from '../config/index.ts'
import { StoreError } from '../store/index.ts'
import { runControlPlane } from './run-control-plane.ts'

// How the process ends.
export const EXIT_CODES = Object.freeze({ stopped: 0, internal: 1, config: 2 })

// Runs until the signal aborts and resolves to the exit code; what goes wrong is logged, never thrown.
export async function runControlPlaneProcess(file: string | undefined, signal: AbortSignal): Promise<number> {
  const config = load(file)
  if (config === null) return EXIT_CODES.config
  const log = pino({ level: config.log_level }, destination({ fd: 2, sync: true }))
  try {
    const running = await runControlPlane(config, { clock: systemClock, signal, log })
    process.send?.({ ready: true, url: running.url })
    await running.closed
    log.info('stopped')
    return EXIT_CODES.stopped
  } catch (error) {
    return logFailure(error, log)
  }
}

function load(file: string | undefined): ControlPlaneConfig | null {
  try {
    if (file === undefined) throw new ControlPlaneConfigError(['name the configuration: --config FILE'])
    return loadControlPlaneConfig(file)
  } catch (error) {
    if (!(error instanceof ControlPlaneConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return null
  }
}

// Our own errors are written for a person; of any other only the kind is told, for its text may hold a secret.
function logFailure(error: unknown, log: Logger): number {
  if (error instanceof ControlPlaneConfigError || error instanceof StoreError) {
    log.error({ code: error.code }, error.message)
    return EXIT_CODES.config
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : null
  log.error({ error: error instanceof Error ? error.name : typeof error, code }, 'ended by an internal error')
  return EXIT_CODES.internal
}
