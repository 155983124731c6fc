import { MODES, TIERS } from '@vedette/proto/policy'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { JoinTokenBody, TokenBody } from '../../src/http/api-types.ts'
import type { TokenRow } from '../../src/store/types.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext, print } from '../context.ts'
import { toTable } from '../output/table.ts'

const ROLES = ['viewer', 'approver', 'admin'] as const
const JOIN_SECONDS = 600
// What the id of a join token begins with.
const JOIN_ID = 'join_'

type CreateOptions = ApiOptions & TokenBody & { join?: boolean; maxUses?: number; ttl?: number }
type Made = Readonly<{ id: string; secret: string }>

// `vedette token create|list|revoke`: API tokens, and with `--join` the join token of an agent.
export function addToken(program: Command, { io }: CliContext): void {
  const token = program.command('token').description('make, list and revoke tokens')
  addApiOptions(token.command('create').description('make a token; its secret is shown once'))
    .option('--name <name>', 'what it is for', 'cli')
    .addOption(
      new Option('--mode <mode>', 'what it may do without a person').choices(MODES).default('cautious'),
    )
    .addOption(new Option('--role <role>', 'what it may manage').choices(ROLES).default('viewer'))
    .option('--families <family...>', 'only these operation families, such as k8s')
    .addOption(new Option('--tiers <tier...>', 'only these tiers').choices(TIERS))
    .option('--delegated', 'it acts for somebody else: it is never offered a write')
    .option('--join', 'a token with which an agent joins, instead of an API token')
    .option('--max-uses <count>', 'with --join: how many agents may use it', parseCount, 1)
    .option('--ttl <seconds>', 'with --join: how long it is valid', parseCount, JOIN_SECONDS)
    .action(async (options: CreateOptions) => {
      const api = connect(io, options)
      const made = options.join
        ? await api.send<Made>('POST', '/api/v1/join-tokens', toJoinBody(options))
        : await api.send<Made>('POST', '/api/v1/tokens', toTokenBody(options))
      print(io, made, {
        json: options.json,
        toText: ({ id, secret }) => `${secret}\n${id}, shown this once\n`,
      })
    })
  addApiOptions(token.command('list').description('list the tokens of the organisation')).action(
    async (options: ApiOptions) => {
      const list = await connect(io, options).get<{ tokens: readonly TokenRow[] }>('/api/v1/tokens')
      print(io, list, { json: options.json, toText: ({ tokens }) => toListText(tokens) })
    },
  )
  addApiOptions(token.command('revoke <id>').description('end a token, or a join token, at once')).action(
    async (id: string, options: ApiOptions) => {
      const kind = id.startsWith(JOIN_ID) ? 'join-tokens' : 'tokens'
      const path = `/api/v1/${kind}/${encodeURIComponent(id)}`
      await connect(io, options).send('DELETE', path)
      print(io, { id, revoked: true }, { json: options.json, toText: () => `${id} is revoked\n` })
    },
  )
}

function toTokenBody({ name, mode, role, families, tiers, delegated }: CreateOptions): TokenBody {
  const narrowed = { ...(families ? { families } : {}), ...(tiers ? { tiers } : {}) }
  return { name, mode, role, ...narrowed, ...(delegated ? { delegated } : {}) }
}

function toJoinBody({ ttl = JOIN_SECONDS, maxUses = 1 }: CreateOptions): JoinTokenBody {
  return { ttl_seconds: ttl, max_uses: maxUses }
}

function toListText(tokens: readonly TokenRow[]): string {
  const rows = tokens.map((one) => [
    one.id,
    one.name,
    one.delegated ? `${one.mode}, delegated` : one.mode,
    one.role,
    one.last_used_at ?? 'never',
    one.revoked_at === null ? '' : `revoked ${one.revoked_at}`,
  ])
  return toTable(['ID', 'NAME', 'MODE', 'ROLE', 'LAST USED', ''], rows)
}

function parseCount(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('it must be a whole number above 0')
  return value
}
