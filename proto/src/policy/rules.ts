// One denial: an operation id or a family pattern (`db.*`), optionally narrowed to a scope; deny wins.
export type DenyRule = Readonly<{
  // Stable id, named in answers; the rule's text never is.
  id: string
  deny: string
  connector?: string
  cluster?: string
  account?: string
  namespace?: string
}>

// One name, or all names by which the same thing is known (a cluster's UID and its alias): any of them matches.
export type Names = string | readonly string[]

// What a call would touch, as the matcher sees it. A field left out means that the question is not limited by it.
export type DenySubject = Readonly<{
  // A generic operation is matched by its own id and by the typed operation of its kind.
  operation: Names
  connector?: Names
  cluster?: Names
  account?: Names
  namespace?: Names
}>

// The fields that narrow a rule, in the order in which they are written.
export const NARROWINGS = Object.freeze(['connector', 'cluster', 'account', 'namespace'] as const)

export type Narrowing = (typeof NARROWINGS)[number]

// Tells whether a rule is limited to a scope; only one that is not hides a tool.
export function isNarrowed(rule: DenyRule): boolean {
  return NARROWINGS.some((field) => rule[field] !== undefined)
}
