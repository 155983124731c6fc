import type { SyntaxNode } from '@lezer/common'
import type { ParsedExpression } from './parse.ts'

// Functions and aggregations that give something wherever their argument does.
const TRANSPARENT: ReadonlySet<string> = new Set([
  ...[
    'Abs',
    'Absent',
    'AbsentOverTime',
    'AvgOverTime',
    'Ceil',
    'Changes',
    'CountOverTime',
    'Delta',
    'Deriv',
    'Exp',
  ],
  ...[
    'Floor',
    'Idelta',
    'Increase',
    'Irate',
    'LastOverTime',
    'Ln',
    'Log10',
    'Log2',
    'MaxOverTime',
    'MinOverTime',
  ],
  ...[
    'PresentOverTime',
    'QuantileOverTime',
    'Rate',
    'Resets',
    'Round',
    'Scalar',
    'Sgn',
    'Sort',
    'SortDesc',
    'Sqrt',
  ],
  ...[
    'LabelJoin',
    'LabelReplace',
    'StddevOverTime',
    'StdvarOverTime',
    'SumOverTime',
    'Timestamp',
    'Vector',
    'Time',
  ],
  ...[
    'Avg',
    'Bottomk',
    'Count',
    'CountValues',
    'Group',
    'Max',
    'Min',
    'Quantile',
    'Stddev',
    'Stdvar',
    'Sum',
    'Topk',
  ],
])

// Why an empty result of the expression says nothing even where all of its selectors find fresh series: a join whose
// labels may not meet, or a function that can swallow everything. Undefined when emptiness is an answer.
export function findUnsound({ tree, text }: ParsedExpression): string | undefined {
  let why: string | undefined
  tree.iterate({
    enter(node) {
      if (why !== undefined) return false
      if (node.name === 'FunctionIdentifier' || node.name === 'AggregateOp') {
        const name = node.node.firstChild?.name ?? ''
        if (!TRANSPARENT.has(name) || keepsNone(node.node, name, text)) why = 'function_may_drop_all'
      }
      if (node.name === 'BinaryExpr' && !joinsSurely(node.node)) why = 'join_may_not_match'
      return undefined
    },
  })
  return why
}

// topk(0, x) keeps nothing, and a computed k may.
function keepsNone(operator: SyntaxNode, name: string, text: string): boolean {
  if (name !== 'Topk' && name !== 'Bottomk') return false
  const k = operator.parent?.getChild('FunctionCallBody')?.firstChild
  return k === null || k === undefined || !/^[1-9]\d*$/.test(text.slice(k.from, k.to))
}

// A number on one side joins everything, `or` needs no partner, and two totals without labels always meet.
function joinsSurely(binary: SyntaxNode): boolean {
  const [left, right] = [binary.firstChild, binary.lastChild]
  if (left === null || right === null || binary.getChild('Or') !== null) return binary.getChild('Or') !== null
  if (!holdsSelector(left) || !holdsSelector(right)) return true
  return isTotal(left) && isTotal(right)
}

function isTotal(node: SyntaxNode): boolean {
  const inner = node.name === 'ParenExpr' ? node.firstChild : node
  if (inner === null) return false
  if (inner !== node) return isTotal(inner)
  return inner.name === 'AggregateExpr' && inner.getChild('AggregateModifier') === null && !keepsLabels(inner)
}

function keepsLabels(aggregate: SyntaxNode): boolean {
  const operator = aggregate.getChild('AggregateOp')?.firstChild?.name ?? ''
  return ['Topk', 'Bottomk', 'CountValues'].includes(operator)
}

function holdsSelector(node: SyntaxNode): boolean {
  if (node.name === 'VectorSelector') return true
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (holdsSelector(child)) return true
  return false
}
