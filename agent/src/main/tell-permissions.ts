import { OPERATION_TIERS } from '@vedette/proto/catalogue'
import {
  type BuiltIn,
  type PermissionAnswer,
  permissionRequestSchema,
  writePermissions,
} from '@vedette/proto/connector'
import {
  type DenyRule,
  DenyRuleError,
  effectiveRules,
  NARROWINGS,
  parseDenyRules,
} from '@vedette/proto/policy'
import { ConfigError } from '../config/index.ts'

// The least permissions of one built-in connector for what a local list and applied rules leave. Touches no network.
// Throws ConfigError naming the field.
export async function tellPermissions(builtIn: readonly BuiltIn[], text: string): Promise<PermissionAnswer> {
  const parsed = permissionRequestSchema.safeParse(parseJson(text))
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.map(String).join('.') ?? ''
    throw toFault(path === '' ? 'the request' : path, 'is not what is read here')
  }
  const { connector: id, local, applied, namespaces, writes } = parsed.data
  const found = builtIn.find((one) => one.id === id)
  if (found === undefined)
    throw toFault('connector', `must be one of ${builtIn.map((one) => one.id).join(', ')}`)
  const rules = effectiveRules(parseLocal(local), applied.map(toRule))
  try {
    return writePermissions(await found.load(), { rules, namespaces, writes })
  } catch (error) {
    if (error instanceof RangeError) throw toFault('namespaces', error.message)
    throw error
  }
}

function parseLocal(list: unknown): readonly DenyRule[] {
  try {
    return parseDenyRules(list, { origin: 'local', knownIds: Object.keys(OPERATION_TIERS) })
  } catch (error) {
    if (error instanceof DenyRuleError)
      throw toFault(error.field, error.message.slice(error.field.length + 2))
    throw error
  }
}

// Without keys that are not set.
function toRule(rule: DenyRule | Readonly<Record<string, string | undefined>>): DenyRule {
  const { id = '', deny = '' } = rule
  const scope = NARROWINGS.flatMap((key) => (rule[key] === undefined ? [] : [[key, rule[key]] as const]))
  return { id, deny, ...Object.fromEntries(scope) }
}

function toFault(path: string, message: string): ConfigError {
  return new ConfigError([{ path, message }])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
