import { together } from '@vedette/connectors/kit'
import { cloudFunctionsGet } from '@vedette/proto/operations'
import type { Output } from '../client.ts'
import { orAbsent } from '../errors.ts'
import { toFunctionRow } from '../functions.ts'
import { parsePolicy } from '../iam.ts'
import { createNotes } from '../pages.ts'
import { serveFind } from '../reading.ts'
import { need, texts, told, toWord } from '../values.ts'

const UPDATES = Object.freeze({
  Successful: 'successful',
  Failed: 'failed',
  InProgress: 'in_progress',
} as const)

// One function with how it may be called. Names of its variables are told, values never are.
export const serveFunctionsGet = serveFind(cloudFunctionsGet, {
  field: 'name',
  async find(reader, { name, version }) {
    if (name.startsWith('arn:') && name.split(':')[3] !== reader.region) return undefined
    const FunctionName = name
    const of = { FunctionName, ...(version === undefined ? {} : { Qualifier: version }) }
    const one = await orAbsent(reader.call('lambda', 'getFunctionConfiguration', of), undefined)
    if (one === undefined) return undefined
    const notes = createNotes(reader)
    const [concurrency, policy, provisioned, url] = await together([
      notes.seek(reader.call('lambda', 'getFunctionConcurrency', { FunctionName })),
      notes.seek(orAbsent(reader.call('lambda', 'getPolicy', of), { Policy: undefined })),
      notes.seek(
        orAbsent(reader.call('lambda', 'listProvisionedConcurrencyConfigs', { FunctionName }), {
          ProvisionedConcurrencyConfigs: [],
        }),
      ),
      notes.seek(orAbsent(reader.call('lambda', 'getFunctionUrlConfig', of), null)),
    ])
    const value = {
      function: toFunctionRow(reader, one, null),
      role: one.Role ?? null,
      environment_names:
        one.Environment?.Variables === undefined ? [] : Object.keys(one.Environment.Variables).sort(),
      reserved_concurrency: concurrency?.ReservedConcurrentExecutions ?? null,
      provisioned_concurrency: provisioned === null ? null : sumOf(provisioned.ProvisionedConcurrencyConfigs),
      max_instances: null,
      min_instances: null,
      network: told(one.VpcConfig?.VpcId),
      subnets: one.VpcConfig === undefined ? null : texts(one.VpcConfig.SubnetIds),
      layers: texts((one.Layers ?? []).map((it) => it.Arn)),
      dead_letter_target: told(one.DeadLetterConfig?.TargetArn),
      public_url: url?.FunctionUrl ?? null,
      public_invoke: policy === null ? null : isOpen(policy),
      last_update: toWord(UPDATES, one.LastUpdateStatus),
      last_update_reason: told(one.LastUpdateStatusReason),
      log_group: one.LoggingConfig?.LogGroup ?? null,
      code_digest: one.CodeSha256 ?? null,
    }
    return { value, notes: notes.parts() }
  },
})

type Provisioned = Output<'lambda', 'listProvisionedConcurrencyConfigs'>['ProvisionedConcurrencyConfigs']

function sumOf(configs: Provisioned): number {
  return (configs ?? []).reduce((sum, one) => sum + (one.RequestedProvisionedConcurrentExecutions ?? 0), 0)
}

// Whether anybody may call it: an open principal that no condition narrows.
function isOpen({ Policy }: Readonly<{ Policy?: string | undefined }>): boolean {
  if (Policy === undefined) return false
  return need(parsePolicy(Policy)).some(
    (one) => one.effect === 'allow' && one.condition === null && one.principals?.includes('*') === true,
  )
}
