import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import type { ApiClient } from '../client.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext } from '../context.ts'
import type { Io } from '../io.ts'
import { collectReport } from '../report/collect.ts'
import { redactText } from '../report/redact-text.ts'
import { collectChecks } from './doctor.ts'

type ReportOptions = ApiOptions & Readonly<{ config: readonly string[]; output: string; yes?: boolean }>

// `vedette report`: a redacted bundle for whoever helps, shown whole before it is saved.
export function addReport(program: Command, { io }: CliContext): void {
  addApiOptions(
    program.command('report').description('make a redacted report, and show it before it is saved'),
  )
    .option('--config <file>', 'show the shape of this configuration, again for more', collect, [])
    .option('--output <file>', 'where it is saved', 'vedette-report.json')
    .option('--yes', 'save without asking')
    .action(async (options: ReportOptions) => {
      const report = await collectReport({
        api: reach(io, options),
        checks: await collectChecks(io, options),
        configs: options.config,
        now: io.clock.now(),
      })
      const redacted = await redactText(JSON.stringify(report), io.signal)
      const shown = `${JSON.stringify(JSON.parse(redacted), null, 2)}\n`
      io.write(shown)
      if (
        options.yes !== true &&
        !/^y(es)?$/i.test((await io.ask(`Save it as ${options.output}? [y/N] `)) ?? '')
      ) {
        io.writeError('not saved\n')
        return
      }
      save(resolve(options.output), shown)
      io.writeError(`saved as ${options.output}\n`)
    })
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

// A report is most needed where nothing can be reached: it is made all the same.
function reach(io: Io, options: ApiOptions): ApiClient | null {
  try {
    return connect(io, options)
  } catch (error) {
    if (error instanceof CliError) return null
    throw error
  }
}

// For its owner alone, and never over another file.
function save(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  } catch {
    throw new CliError(
      'failure',
      `${file} cannot be written, or is there already`,
      'name another with --output',
    )
  }
}
