import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toValue } from './values.ts'

test('values keep what a double can hold exactly, and stay text otherwise', () => {
  for (const [text, oid, expected] of [
    [null, 23, null],
    ['t', 16, true],
    ['f', 16, false],
    ['-7', 23, -7],
    ['9007199254740991', 20, 9_007_199_254_740_991],
    ['9007199254740993', 20, '9007199254740993'],
    ['-9223372036854775808', 20, '-9223372036854775808'],
    ['1.50', 1700, 1.5],
    ['2.0', 1700, 2],
    ['0.1', 701, 0.1],
    ['12345678901234567890.5', 1700, '12345678901234567890.5'],
    ['0.1234567890123456789', 1700, '0.1234567890123456789'],
    ['NaN', 1700, 'NaN'],
    ['Infinity', 701, 'Infinity'],
    ['1e+20', 701, '1e+20'],
    ['\\x010203', 17, '3 bytes'],
    ['\\x', 17, '0 bytes'],
    ['42', 25, '42'],
    ['{1,2}', 1007, '{1,2}'],
  ] as const)
    assert.equal(toValue(text, oid), expected, `${text} of ${oid}`)
})
