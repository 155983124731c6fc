import type { ConnectorDescription } from '@vedette/proto/connector'
import { Command, Option } from 'commander'
import { nameCommands } from '../command-name.ts'
import type { Io } from '../io.ts'
import { type Given, parsePair } from './build-config.ts'
import { isPath, listSettings, type Setting, type SettingKind } from './settings.ts'
import { listShorthands } from './shorthands.ts'

// What a person gave on the command line for one connector, in the order in which it was given.
export type ConnectOptions = Readonly<{
  given: readonly Given[]
  settings: readonly Setting[]
  instance: string | null
  dataDir: string | null
  yes: boolean
}>

const VALUES: Readonly<Record<SettingKind, string>> = Object.freeze({
  text: '<value>',
  number: '<number>',
  boolean: '[true|false]',
  list: '<a,b>',
  secret: '<source>',
  json: '<json>',
})

// Reads the options of one connector, made from its settings. Prints help and complaints, and throws CommanderError
// for both; throws CliError `usage` for a wrong --set or --secret.
export function parseConnectOptions(
  connector: ConnectorDescription,
  args: readonly string[],
  io: Io,
): ConnectOptions {
  const given: Given[] = []
  const settings = listSettings(connector.config)
  const command = createCommand(connector, settings, given)
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.write(nameCommands(text, io.environment.command)),
      writeErr: io.writeError,
    })
    .parse([...args], { from: 'user' })
  const options = command.opts<{ instance?: string; dataDir?: string; yes?: boolean }>()
  return {
    given,
    settings,
    instance: options.instance ?? null,
    dataDir: options.dataDir ?? null,
    yes: options.yes === true,
  }
}

function createCommand(
  connector: ConnectorDescription,
  settings: readonly Setting[],
  given: Given[],
): Command {
  const command = new Command(`vedette connect ${connector.id}`)
    .description(`let the local agent read ${connector.title}`)
    .allowExcessArguments(false)
    .configureHelp({ optionDescription: ({ description }) => description })
  const add = (flag: string, setting: Setting) => addSetting(command, flag, { setting, given })
  for (const setting of settings) add(setting.flag, setting)
  for (const { flag, setting } of listShorthands(connector, settings))
    if (!settings.some((one) => one.flag === flag)) add(flag, setting)
  const pair = (option: '--set' | '--secret') => (text: string) => {
    given.push(parsePair(text, option, settings))
    return text
  }
  return command
    .addOption(new Option('--set <name=value>', 'any setting by its full name').argParser(pair('--set')))
    .addOption(
      new Option('--secret <name=source>', 'any secret by its full name').argParser(pair('--secret')),
    )
    .option('--instance <name>', 'name of this one, where there are several')
    .option('--data-dir <folder>', 'data directory of `vedette up`')
    .option('--yes', 'do not ask')
    .addHelpText('after', toFooter(settings))
}

function addSetting(
  command: Command,
  flag: string,
  { setting, given }: Readonly<{ setting: Setting; given: Given[] }>,
): void {
  const take = (toText: (value: string) => string, option: string) => (value: string) => {
    given.push({ setting, text: toText(value), option })
    return value
  }
  const same = (value: string) => value
  const option = new Option(
    `--${flag} ${isPath(setting) ? '<path>' : VALUES[setting.kind]}`,
    describe(setting),
  ).argParser(take(same, `--${flag}`))
  command.addOption(setting.kind === 'boolean' ? option.preset('true') : option)
  if (setting.kind !== 'secret') return
  for (const from of ['env', 'file'])
    command.addOption(
      new Option(`--${flag}-${from} <${from === 'env' ? 'name' : 'path'}>`)
        .argParser(take((value) => `${from}:${value}`, `--${flag}-${from}`))
        .hideHelp(),
    )
}

function describe({ description, isRequired, choices, name }: Setting): string {
  const text = description === '' ? name : description
  const list =
    choices.length === 0 || choices.every((one) => text.includes(one)) ? '' : `: ${choices.join(', ')}`
  return `${text}${list}${isRequired ? ' (needed)' : ''}`
}

function toFooter(settings: readonly Setting[]): string {
  const secret = settings.find(({ kind }) => kind === 'secret')
  if (secret === undefined) return ''
  return [
    '\nA secret is never given as a value. Its source is env:NAME, file:PATH, or the path of a file that exists;',
    `also --${secret.flag}-env NAME and --${secret.flag}-file PATH. Variables are read where \`vedette up\` runs.\n`,
  ].join('\n')
}
