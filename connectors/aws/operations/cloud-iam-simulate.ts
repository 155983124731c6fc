import { cloudIamSimulate } from '@vedette/proto/operations'
import { orAbsent } from '../errors.ts'
import { serveFind } from '../reading.ts'
import { need, texts, toWord } from '../values.ts'

const DECISIONS = Object.freeze({
  allowed: 'allowed',
  explicitDeny: 'denied_explicitly',
  implicitDeny: 'denied_by_default',
} as const)

// What IAM's own simulator decides. It leaves policies of resources out, and those of the organisation in part.
export const serveIamSimulate = serveFind(cloudIamSimulate, {
  where: 'global',
  field: 'principal',
  async find(reader, { principal, action, resource }) {
    const arn = principal.startsWith('arn:') ? principal : `arn:aws:iam::${reader.account}:role/${principal}`
    const said = await orAbsent(
      reader.call('iam', 'simulatePrincipalPolicy', {
        PolicySourceArn: arn,
        ActionNames: [action],
        ...(resource === undefined ? {} : { ResourceArns: [resource] }),
      }),
      undefined,
    )
    if (said === undefined) return undefined
    const [one] = need(said.EvaluationResults)
    const decided = need(one)
    const value = {
      principal: arn,
      action,
      resource: resource ?? null,
      decision: toWord(DECISIONS, decided.EvalDecision),
      by: (decided.MatchedStatements ?? []).map((it) => ({
        policy: it.SourcePolicyId ?? 'unknown',
        kind: it.SourcePolicyType ?? null,
        effect: null,
      })),
      missing_context: texts(decided.MissingContextValues),
      not_evaluated: ['resource policies', 'session policies'],
    }
    return { value }
  },
})
