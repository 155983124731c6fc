import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cidrHolds, isCidr } from './cidr.ts'

test('a CIDR holds addresses and narrower CIDRs of its own family', () => {
  const cases = [
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '10.0.0.0/16', true],
    ['10.0.0.0/16', '10.0.0.0/8', false],
    ['0.0.0.0/0', '192.0.2.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/32', '2001:db8:1::5', true],
    ['2001:db8::/32', '2001:db9::', false],
    ['::/0', '::1', true],
    ['10.0.0.0/8', 'pl-1234', null],
    ['10.0.0.256', '10.0.0.1', null],
  ] as const
  for (const [outer, inner, holds] of cases) assert.equal(cidrHolds(outer, inner), holds, `${outer} ${inner}`)
})

test('what is no address and no CIDR is told from one', () => {
  for (const text of ['10.0.0.1', '10.0.0.0/24', '::', 'fe80::1/64']) assert.equal(isCidr(text), true, text)
  for (const text of ['', '10.0.0', '10.0.0.0/33', '10.0.0.0/8/8', '1:2:3', '::1::2', 'g::', '10.0.0.0/'])
    assert.equal(isCidr(text), false, text)
})
