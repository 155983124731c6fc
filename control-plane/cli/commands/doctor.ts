import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { FleetPage, WhoAmI } from '../../src/http/api-types.ts'
import { CliError } from '../cli-error.ts'
import { nameCommands } from '../command-name.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext, print } from '../context.ts'
import { checkFleet } from '../doctor/check-fleet.ts'
import { checkMachine } from '../doctor/check-machine.ts'
import type { Check } from '../doctor/types.ts'
import type { Io } from '../io.ts'
import { toPlain } from '../output/table.ts'

const MARKS: Readonly<Record<Check['result'], string>> = Object.freeze({
  ok: 'ok   ',
  note: 'note ',
  wrong: 'WRONG',
})

// `vedette doctor`: says why something is missing, from this machine up to the connectors.
export function addDoctor(program: Command, { io, finish }: CliContext): void {
  addApiOptions(program.command('doctor').description('say why something is missing')).action(
    async (options: ApiOptions) => {
      const checks = await collectChecks(io, options)
      print(
        io,
        { checks },
        {
          json: options.json,
          toText: (value) => nameCommands(toText(value), io.environment.command),
        },
      )
      if (checks.some(({ result }) => result === 'wrong')) finish('failure')
    },
  )
}

// Every check, from this machine up to the connectors.
export async function collectChecks(io: Io, options: ApiOptions): Promise<readonly Check[]> {
  const root = resolve(options.dataDir ?? io.environment.data_dir)
  return [...checkMachine(io, root), ...(await checkControlPlane(io, options))]
}

async function checkControlPlane(io: Io, options: ApiOptions): Promise<readonly Check[]> {
  try {
    const api = connect(io, options)
    const me = await api.get<WhoAmI>('/api/v1/whoami')
    const found = `${me.version}, as ${me.name} (${me.role}, ${me.mode}) of ${me.organisation}`
    const page = await api.get<FleetPage>('/api/v1/fleet')
    return [{ check: 'control plane', result: 'ok', found }, ...checkFleet(page)]
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    const fix = error.fix === null ? {} : { fix: error.fix }
    return [{ check: 'control plane', result: 'wrong', found: error.message, ...fix }]
  }
}

function toText({ checks }: Readonly<{ checks: readonly Check[] }>): string {
  return checks
    .map(({ check, result, found, fix }) => {
      const line = `${MARKS[result]} ${toPlain(check)}: ${toPlain(found)}\n`
      return fix === undefined ? line : `${line}      -> ${toPlain(fix)}\n`
    })
    .join('')
}
