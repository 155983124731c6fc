import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PluginTestReport } from '@vedette/proto/connector'
import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { startTest } from '../connector/start-test.ts'
import { writeTemplate } from '../connector/write-template.ts'
import { type CliContext, print } from '../context.ts'
import { toPlain, toTable } from '../output/table.ts'

type TestOptions = Readonly<{
  ca?: string
  cert?: string
  key?: string
  config?: string
  arguments?: string
  json?: boolean
}>

const HELP = `
The address is the path of a Unix socket, or host:port with --ca, --cert and --key (mutual TLS). What could not be seen is
skipped and proves nothing: without one output that was seen, the connector does not pass. Ends with 0 when it passes and
with 1 when it does not.
`

// `vedette connector new|test`: connectors in a process of their own.
export function addConnector(program: Command, context: CliContext): void {
  const { io } = context
  const connector = program.command('connector').description('connectors that run in a process of their own')
  connector
    .command('new <name>')
    .description('write a connector to begin with, in TypeScript')
    .option('--folder <folder>', 'where (default: a new folder of that name)')
    .action((name: string, { folder }: Readonly<{ folder?: string }>) => {
      const where = resolve(folder ?? name)
      const files = writeTemplate(name, where)
      io.write(`wrote ${files.join(', ')} to ${where}\n`)
    })
  connector
    .command('test <address>')
    .description('run the conformance suite against one that runs, in any language')
    .option('--ca <file>', 'authority of its certificate, PEM')
    .option('--cert <file>', 'certificate to come with, PEM')
    .option('--key <file>', 'key of that certificate, PEM')
    .option('--config <file>', 'settings that it gets, a JSON object')
    .option('--arguments <file>', 'arguments by operation id, a JSON object, where none can be made up')
    .option('--json', 'JSON, also on a terminal')
    .addHelpText('after', HELP)
    .action(async (address: string, options: TestOptions) => {
      const report = await startTest(toRequest(address, options), io.signal)
      print(io, report, { json: options.json, toText })
      if (!report.ok) context.finish('failure')
    })
}

function toRequest(address: string, { ca, cert, key, config, arguments: given }: TestOptions) {
  const extras = {
    ...(config === undefined ? {} : { config: readObject(config) }),
    ...(given === undefined
      ? {}
      : { arguments: readObject(given) as Record<string, Record<string, unknown>> }), // judged there
  }
  if (address.includes('/')) return { socket: resolve(address), ...extras }
  if (ca === undefined || cert === undefined || key === undefined)
    throw new CliError(
      'usage',
      'an address needs --ca, --cert and --key',
      'or name the path of a Unix socket',
    )
  const tls = { ca_file: resolve(ca), cert_file: resolve(cert), key_file: resolve(key) }
  return { address, tls, ...extras }
}

function readObject(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Told below.
  }
  throw new CliError('usage', `${file} cannot be read as a JSON object`)
}

function toText(report: PluginTestReport): string {
  const { connector, version, checks, ok } = report
  const rows = checks.map(({ outcome, check, operation, detail }) => [
    outcome,
    check,
    operation ?? '',
    detail,
  ])
  const name = connector === null ? 'it' : toPlain(`${connector} ${version ?? ''}`).trim()
  const words = ok ? 'keeps the contract' : 'does not keep the contract, or shows too little of it'
  return `${toTable(['OUTCOME', 'CHECK', 'OPERATION', 'DETAIL'], rows)}\n${name} ${words}\n`
}
