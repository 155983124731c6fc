import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { parse } from 'yaml'
import { CliError } from '../cli-error.ts'
import { type CliContext, print } from '../context.ts'
import { toTable } from '../output/table.ts'
import { toDataDir } from '../up/data-dir.ts'

type SentReply = Readonly<{
  call: string
  operation: string
  at: string
  bytes: number
  sha256: string
  held: boolean
}>
type Options = Readonly<{ config?: string; dataDir?: string; call?: string; json?: boolean }>

const SOCKET = 'sent.sock'

// `vedette agent sent`: what this machine's agent sent last, from the agent itself and from nowhere else.
export function addAgentSent(agent: Command, { io }: CliContext): void {
  agent
    .command('sent')
    .description('what the agent on this machine sent last; only its own user may ask')
    .option('--config <file>', "the agent's file")
    .option('--data-dir <folder>', "the agent's data_dir (default: that of `vedette up`)")
    .option('--call <id>', 'one reply, exactly as it left')
    .option('--json', 'JSON, also on a terminal')
    .action(async (options: Options) => {
      const socket = join(toFolder(options, io.environment.data_dir), SOCKET)
      if (options.call === undefined) {
        const list = (await ask(socket, '/sent')) as Readonly<{ sent: readonly SentReply[] }> // the agent's own list
        return print(io, list, { json: options.json, toText: ({ sent }) => toListText(sent) })
      }
      const path = `/sent?call=${encodeURIComponent(options.call)}`
      const reply = (await ask(socket, path)) as SentReply & Readonly<{ text: string | null }> // the agent's own row
      if (reply.text !== null && createHash('sha256').update(reply.text).digest('hex') !== reply.sha256)
        throw new CliError('failure', 'what the agent holds is not what its hash says')
      if (reply.text === null && options.json !== true)
        throw new CliError('failure', `its bytes made room for newer ones; their SHA-256 was ${reply.sha256}`)
      print(io, reply, { json: options.json, toText: ({ text }) => text ?? '' })
    })
}

// The folder of the agent that is named, else that of `vedette up`.
function toFolder({ config, dataDir }: Options, root: string): string {
  if (dataDir !== undefined) return resolve(dataDir)
  if (config === undefined) return toDataDir(resolve(root)).agent
  try {
    const file: unknown = parse(readFileSync(config, 'utf8'))
    if (typeof file === 'object' && file !== null && 'data_dir' in file && typeof file.data_dir === 'string')
      return resolve(file.data_dir)
  } catch {
    throw new CliError('usage', `${config} cannot be read`, 'check the path, its mode and its YAML')
  }
  throw new CliError('usage', `${config} names no data_dir`)
}

function ask(socketPath: string, path: string): Promise<unknown> {
  return new Promise((settle, reject) => {
    const request = get({ socketPath, path }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) settle(JSON.parse(Buffer.concat(chunks).toString('utf8')))
        else
          reject(
            new CliError('usage', 'the agent knows no such reply', 'list them with `vedette agent sent`'),
          )
      })
    })
    request.on('error', () =>
      reject(
        new CliError(
          'unreachable',
          `no agent answers at ${socketPath}`,
          'run it where the agent runs, as the user it runs as',
        ),
      ),
    )
  })
}

function toListText(sent: readonly SentReply[]): string {
  const rows = sent.map((one) => [
    one.at,
    one.call,
    one.operation,
    String(one.bytes),
    one.sha256,
    one.held ? '' : 'bytes gone',
  ])
  return toTable(['TIME', 'CALL', 'OPERATION', 'BYTES', 'SHA-256', ''], rows)
}
