import { toPlain } from '../output/table.ts'
import type { Finding } from './detect.ts'

// What one line of JSON says when everything is ready.
export type Ready = Readonly<{
  mcp_url: string
  token: string
  fleet_url: string
  control_plane_url: string
  pid: number
}>

const QUESTIONS = [
  'How full are the disks of this machine, and which grows fastest?',
  'Which processes use the most memory here, and has anything been killed for it?',
  'What can you see of my infrastructure, and what can you not see?',
]

// What a person reads when everything is ready.
export function toBanner(ready: Ready, findings: readonly Finding[]): string {
  return [
    'Vedette is up.\n',
    `  MCP URL     ${ready.mcp_url}\n`,
    `  token       ${ready.token}\n`,
    `  Fleet page  ${ready.fleet_url}\n`,
    '\nConnect Claude Code:\n',
    `  claude mcp add --transport http vedette ${ready.mcp_url} --header "Authorization: Bearer ${ready.token}"\n`,
    '\nThen ask:\n',
    ...QUESTIONS.map((question) => `  ${question}\n`),
    ...(findings.length === 0
      ? []
      : ['\nFound on this machine, not connected; nothing of it was opened:\n', ...findings.map(toFound)]),
    '\nFrom another terminal: `vedette doctor` says what is missing, `vedette connect --help` what else can be read.\n',
    'Ctrl-C stops everything. What changes from now on:\n',
  ].join('')
}

function toFound({ what, where, connect, more }: Finding): string {
  const how = connect === null ? 'this version has no connector for it' : `\`${toPlain(connect)}\``
  return `  ${toPlain(what)} (${toPlain(where)}):\n    ${how}${more === undefined ? '' : ` (${more})`}\n`
}
