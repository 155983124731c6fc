import { Command, CommanderError } from 'commander'
import { ControlPlaneConfigError } from '../src/config/index.ts'
import { VERSION } from '../src/main/version.ts'
import { StoreError } from '../src/store/error.ts'
import { CliError } from './cli-error.ts'
import { nameCommands } from './command-name.ts'
import { addActions } from './commands/actions.ts'
import { addAgent } from './commands/agent.ts'
import { addAudit } from './commands/audit.ts'
import { addCall } from './commands/call.ts'
import { addCatalog } from './commands/catalog.ts'
import { addConnect } from './commands/connect.ts'
import { addConnector } from './commands/connector.ts'
import { addControlPlane } from './commands/control-plane.ts'
import { addDoctor } from './commands/doctor.ts'
import { addFleet } from './commands/fleet.ts'
import { addInvestigations } from './commands/investigations.ts'
import { addKnowledge } from './commands/knowledge.ts'
import { addMcp } from './commands/mcp.ts'
import { addOrg } from './commands/org.ts'
import { addPermissions } from './commands/permissions.ts'
import { addPolicy } from './commands/policy.ts'
import { addRedact } from './commands/redact.ts'
import { addReport } from './commands/report.ts'
import { addToken } from './commands/token.ts'
import { addTools } from './commands/tools.ts'
import { addUp } from './commands/up.ts'
import type { CliContext } from './context.ts'
import { EXIT_CODES, type ExitName } from './exit-codes.ts'
import type { Io } from './io.ts'

const COMMANDS: readonly ((program: Command, context: CliContext) => void)[] = Object.freeze([
  addUp,
  addConnect,
  addConnector,
  addCall,
  addTools,
  addCatalog,
  addMcp,
  addFleet,
  addDoctor,
  addToken,
  addActions,
  addInvestigations,
  addKnowledge,
  addAudit,
  addAgent,
  addControlPlane,
  addOrg,
  addPolicy,
  addPermissions,
  addRedact,
  addReport,
])

// Runs one command line and resolves to its exit code; nothing is thrown, failures are told on standard error.
export async function runCli(args: readonly string[], outside: Io): Promise<number> {
  const io = { ...outside, writeError: (text: string) => outside.writeError(toTyped(text, outside)) }
  let exit: ExitName = 'ok'
  const program = createProgram({
    io,
    finish: (name) => {
      exit = name
    },
  })
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
  } catch (error) {
    exit = report(error, io)
  }
  return EXIT_CODES[exit].code
}

// The whole command with every subcommand; also read by whoever documents it.
export function createProgram(context: CliContext): Command {
  const program = new Command('vedette')
    .description('Asks questions of production; an answer never claims more than was seen.')
    .version(VERSION, '-V, --version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.io.write(toTyped(text, context.io)),
      writeErr: context.io.writeError,
    })
    .addHelpText('after', `\nExit codes:\n${toExitTable()}`)
  for (const add of COMMANDS) add(program, context)
  return program
}

function toTyped(text: string, { environment }: Pick<Io, 'environment'>): string {
  return nameCommands(text, environment.command)
}

function toExitTable(): string {
  return Object.values(EXIT_CODES)
    .map(({ code, means }) => `  ${String(code).padEnd(3)} ${means}\n`)
    .join('')
}

function report(error: unknown, io: Io): ExitName {
  // Commander has printed its own message; help and version are no failures.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 'ok' : 'usage'
  if (io.signal.aborted) return 'failure'
  if (error instanceof CliError) {
    io.writeError(`vedette: ${error.message}\n${error.fix === null ? '' : `  ${error.fix}\n`}`)
    return error.exit
  }
  const known = toKnown(error)
  if (known !== null) {
    io.writeError(`vedette: ${known}\n`)
    return 'failure'
  }
  io.writeError(
    `vedette: something unexpected failed (${error instanceof Error ? error.name : typeof error})\n`,
  )
  return 'failure'
}

// Errors of the control plane's rooms that are written for a person.
function toKnown(error: unknown): string | null {
  if (error instanceof ControlPlaneConfigError) return error.message
  return error instanceof StoreError ? `${error.message}\n  ${error.fix}` : null
}
