import { ArgumentError } from '@vedette/proto/connector'

const KEY = /^[A-Za-z_][\w.-]{0,254}$/

// Writes a text as a filter takes it. Throws ArgumentError for text that is not well-formed Unicode, and for one that
// begins as a variable of SigNoz does.
export function encodeText(text: string, field: string): string {
  if (!text.isWellFormed() || /^[$[]|^\{\{/.test(text))
    throw new ArgumentError({
      field,
      message: `${field} is not a text that a filter of SigNoz can hold`,
      fix: 'send well-formed Unicode that does not begin with $, [ or {{',
    })
  return `'${text.replaceAll(/[\\']/g, (one) => `\\${one}`)}'`
}

// A field's name as a filter takes it. Throws ArgumentError.
export function checkKey(key: string, field: string): string {
  const isReserved =
    /^(?:and|or|not|in|like|ilike|between|exists|contains|regexp|has|hasany|hasall|true|false)$/i
  if (KEY.test(key) && !isReserved.test(key) && !key.endsWith('.')) return key
  throw new ArgumentError({
    field,
    message: `${field} is not the name of a field of SigNoz`,
    fix: 'use letters, digits and _ . -',
  })
}

// One comparison with a text; nothing when no text is given.
export function equals(key: string, text: string | undefined, field: string): readonly string[] {
  return text === undefined ? [] : [`${key} = ${encodeText(text, field)}`]
}

const OPERATORS = Object.freeze({ '=': '=', '!=': '!=', '=~': 'REGEXP', '!~': 'NOT REGEXP' } as const)

// Conditions on labels as a filter takes them; regular expressions match the whole value.
export function matches(
  all: readonly Readonly<{ label: string; op: keyof typeof OPERATORS; value: string }>[],
): readonly string[] {
  return all.map(({ label, op, value }) => {
    const text = op.endsWith('~') ? `^(?:${value})$` : value
    return `${checkKey(label, 'match')} ${OPERATORS[op]} ${encodeText(text, 'match')}`
  })
}

// Conditions, all of which must hold.
export function join(conditions: readonly string[]): string {
  return conditions.join(' AND ')
}

const FOREIGN = /^\s*\{|\[\d+[smhdwy]\]|\|=|\|~|^\s*(?:select|with)\s/i

// Checks a raw filter of the caller: its texts close, and it is none of another language. Throws ArgumentError.
export function checkFilter(query: string): string {
  const outside = query.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs, "''")
  if (FOREIGN.test(outside) || /(?:^|\s)@?[\w.]+:\S/.test(outside))
    throw new ArgumentError({
      code: 'wrong_dialect',
      field: 'query',
      message: 'query is not a filter of SigNoz',
      fix: "write it as service.name = 'shop' AND body CONTAINS 'failed'",
    })
  const opened = (outside.match(/\(/g) ?? []).length
  if (!/['"]/.test(outside.replaceAll("''", '')) && opened === (outside.match(/\)/g) ?? []).length)
    return query
  throw new ArgumentError({
    field: 'query',
    message: 'query has a text or a parenthesis that never closes',
    fix: 'close every quote and every parenthesis',
  })
}
