import { cloudFunctionsGet } from '@vedette/proto/operations'
import { wholeRows } from '../answers.ts'
import { readFunctions, toFunction } from '../functions.ts'
import { pickOne, serveFind } from '../reading.ts'
import { lastOf, toWord } from '../values.ts'

const UPDATES = Object.freeze({
  ACTIVE: 'successful',
  FAILED: 'failed',
  DEPLOYING: 'in_progress',
  DELETING: 'in_progress',
} as const)

// One function with its settings; of its environment the names alone.
export const serveFunctionsGet = serveFind(cloudFunctionsGet, {
  field: 'name',
  async find(reader, { name }) {
    const all = wholeRows(await readFunctions(reader))
    const one = pickOne(
      all.filter((it) => it.name === name || lastOf(it.name) === name),
      { field: 'name', idOf: (it) => it.name },
    )
    if (one === undefined) return undefined
    const { serviceConfig: config } = one
    const value = {
      function: toFunction(reader, one),
      role: config?.serviceAccountEmail ?? null,
      environment_names: config === undefined ? null : Object.keys(config.environmentVariables ?? {}).sort(),
      reserved_concurrency: null,
      provisioned_concurrency: null,
      max_instances: config?.maxInstanceCount ?? null,
      min_instances: config?.minInstanceCount ?? null,
      network: config?.vpcConnector ?? null,
      subnets: null,
      layers: null,
      dead_letter_target: null,
      public_url: one.url ?? config?.uri ?? null,
      // Who may call it stands in the policy of its service, which is not read.
      public_invoke: null,
      last_update: toWord(UPDATES, one.state),
      last_update_reason: one.stateMessages[0]?.message ?? null,
      log_group: null,
      code_digest: null,
    }
    return { value }
  },
})
