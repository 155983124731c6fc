import { matchDenial } from './match.ts'
import type { DenyRule, DenySubject } from './rules.ts'

// What an author of a policy says must hold of it: "`k8s.configmaps.get` is denied in `payments`".
export type PolicyAssertion = Readonly<{ subject: DenySubject; expect: 'denied' | 'allowed' }>

// The assertions that do not hold. `denied` holds only when the call is refused whole, `allowed` only when nothing
// of it is taken out.
export function failedAssertions(
  rules: readonly DenyRule[],
  assertions: readonly PolicyAssertion[],
): readonly PolicyAssertion[] {
  return assertions.filter(({ subject, expect }) => {
    const { denied } = matchDenial(rules, subject)
    return expect === 'denied' ? denied !== 'all' : denied !== false
  })
}
