import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../kit/index.ts'

export type Rule = Readonly<{
  apiGroups: readonly string[]
  resources: readonly string[]
  verbs: readonly string[]
}>

const RULE = /- apiGroups: \["([^"]*)"\]\n +resources: \[([^\]]*)\]\n +verbs: \[([^\]]*)\]/g

/** The rules of the ClusterRole that the connector's README gives to paste. */
export function readReadmeRules(): readonly Rule[] {
  const text = readFileSync(join(ROOT, 'connectors/kubernetes/README.md'), 'utf8')
  return [...text.matchAll(RULE)].map(([, group = '', resources = '', verbs = '']) => ({
    apiGroups: [group],
    resources: resources.split(', '),
    verbs: verbs.split(', '),
  }))
}
