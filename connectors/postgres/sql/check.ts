import { ArgumentError } from '@vedette/proto/connector'
import { REFUSED_RELATIONS, SAFE_FUNCTIONS } from './functions.ts'
import { parseSql } from './parse.ts'

// What a statement that may run is made of. `fields` are names after a dot, which PostgreSQL also takes for calls.
export type Checked = Readonly<{
  functions: readonly string[]
  fields: readonly string[]
  relations: readonly string[]
  // How many parameters ($1, $2 ...) it has.
  parameters: number
}>

// Nodes that a reading statement may hold; all others are refused by name.
const NODES: ReadonlySet<string> = new Set(
  (
    'SelectStmt ResTarget ColumnRef A_Star String Integer Float Boolean BitString A_Const A_Expr BoolExpr NullTest ' +
    'BooleanTest FuncCall TypeCast TypeName CaseExpr CaseWhen CoalesceExpr MinMaxExpr SubLink RangeVar ' +
    'RangeSubselect RangeFunction JoinExpr SortBy WindowDef GroupingSet GroupingFunc List A_ArrayExpr A_Indices ' +
    'A_Indirection RowExpr CollateClause SQLValueFunction CommonTableExpr ParamRef NamedArgExpr'
  ).split(' '),
)

type Node = Readonly<Record<string, unknown>>

// Parses a statement and throws ArgumentError unless it is exactly one SELECT that neither writes, locks, nor calls
// anything beyond the list of safe functions. `parameters` admits $1, as normalised statements have them.
export async function checkSelect(
  sql: string,
  options: Readonly<{ field: string; parameters?: boolean }>,
): Promise<Checked> {
  const { field } = options
  const refuse = (message: string, fix: string) =>
    new ArgumentError({ field, message: `${field} ${message}`, fix })
  const { statements } = await parseSql(sql, field)
  const [statement] = statements
  if (statements.length !== 1 || typeof statement !== 'object' || statement === null)
    throw refuse('is not exactly one statement', 'give one SELECT, without a semicolon between statements')
  if (!Object.hasOwn(statement, 'SelectStmt'))
    throw refuse(
      'is not a SELECT',
      'give one SELECT; EXPLAIN, SHOW, COPY, DO, CALL and writes do not run here',
    )
  const found = { functions: new Set<string>(), fields: new Set<string>(), relations: new Set<string>() }
  let parameters = 0
  for (const [kind, node] of walk(statement)) {
    if (!NODES.has(kind))
      throw refuse(`uses ${toWords(kind)}, which is not among what may run`, 'read without it')
    if (kind === 'SelectStmt' && node.intoClause !== undefined)
      throw refuse('would make a table (SELECT INTO)', 'leave INTO out')
    if (kind === 'SelectStmt' && node.lockingClause !== undefined)
      throw refuse('would lock rows', 'leave FOR UPDATE, FOR SHARE and their kin out')
    if (kind === 'ParamRef') parameters = Math.max(parameters, Number(node.number ?? 1))
    if (kind === 'FuncCall') found.functions.add(checkFunction(namesOf(node.funcname), refuse))
    if (kind === 'A_Expr' && namesOf(node.name).length > 1)
      throw refuse('uses an operator by its schema', 'use the operator without OPERATOR()')
    if (kind === 'RangeVar') found.relations.add(checkRelation(node, refuse))
    if (kind === 'ColumnRef') for (const name of namesOf(node.fields).slice(1)) found.fields.add(name)
    if (kind === 'A_Indirection') for (const name of namesOf(node.indirection)) found.fields.add(name)
  }
  if (parameters > 0 && options.parameters !== true)
    throw refuse('has parameters', 'write the values into the statement')
  const { functions, fields, relations } = found
  return { functions: [...functions], fields: [...fields], relations: [...relations], parameters }
}

type Refuse = (message: string, fix: string) => ArgumentError

function checkFunction(names: readonly string[], refuse: Refuse): string {
  const name = names.at(-1) ?? ''
  const isBuiltIn = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog')
  if (isBuiltIn && SAFE_FUNCTIONS.has(name)) return name
  throw refuse(
    `calls ${toWords(name)}, which is not among the functions that may run`,
    'use plain columns, operators and common built-in functions',
  )
}

function checkRelation(node: Node, refuse: Refuse): string {
  const { schemaname: schema, relname: name } = node
  if (typeof name !== 'string' || REFUSED_RELATIONS.has(name))
    throw refuse(
      'reads a catalogue relation that may hold secrets',
      'read other tables; settings have db_settings_get',
    )
  return typeof schema === 'string' ? `${schema}.${name}` : name
}

// Every node with its kind. Iterative, so that depth costs no stack.
function* walk(root: unknown): Generator<readonly [kind: string, node: Node]> {
  const waiting: unknown[] = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (Array.isArray(value)) {
      for (const one of value) waiting.push(one)
      continue
    }
    if (!isNode(value)) continue
    for (const [key, child] of Object.entries(value)) {
      waiting.push(child)
      if (/^[A-Z]/.test(key) && isNode(child)) yield [key, child]
      // The halves of a UNION stand under their own keys, without their kind.
      if ((key === 'larg' || key === 'rarg') && isNode(child) && Object.hasOwn(child, 'op'))
        yield ['SelectStmt', child]
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// The texts of a list of String nodes.
function namesOf(list: unknown): string[] {
  const nodes: readonly unknown[] = Array.isArray(list) ? list : []
  return nodes.flatMap((one) => {
    const text = isNode(one) && isNode(one.String) ? one.String.sval : undefined
    return typeof text === 'string' ? [text] : []
  })
}

// A name as it may stand in a message.
function toWords(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name) ? name : 'something'
}
