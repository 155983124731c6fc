import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError } from '@vedette/proto/connector'
import fc from 'fast-check'
import { toSelectorText } from './rows/metadata.ts'
import { checkFieldSelector, checkLabelSelector } from './selectors.ts'

const TRICKS = [
  ',',
  '=',
  '!',
  '&limit=1',
  '&',
  '#',
  '%2c',
  ' in (a)',
  '(',
  ')',
  '\n',
  '\u0000',
  'app',
  '..',
  '😀',
] as const
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.array(fc.constantFrom(...TRICKS), { maxLength: 6 }).map((all) => all.join('')),
)
const word = fc.stringMatching(/^[a-z0-9](?:[a-z0-9_.-]{0,20}[a-z0-9])?$/)

// Reads equality terms as the API server does, and nothing else.
function readTerms(text: string): Record<string, string> {
  return Object.fromEntries(text.split(',').map((term) => term.split(/==?/, 2).map((one) => one.trim())))
}

test('of 100,000 hostile values each is refused or stays one term of exactly that value', () => {
  let admitted = 0
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: hostile }, { weight: 1, arbitrary: word }), (value) => {
      // A comma begins the caller's next term, which only narrows.
      fc.pre(!value.includes(','))
      for (const check of [checkLabelSelector, checkFieldSelector])
        try {
          const text = check(`app=${value}`) ?? ''
          admitted++
          assert.deepEqual(readTerms(text), { app: value.replace(/^=/, '').trim() })
          assert.match(text, /^[\x20-\x7e\s]*$/)
          assert.doesNotMatch(text, /[&#%?;]/)
        } catch (error) {
          if (!(error instanceof ArgumentError)) throw error
        }
    }),
    { numRuns: 100_000, seed: 13 },
  )
  assert.ok(admitted > 1000, 'some values are admitted')
})

test('the labels of a workload become a selector that reads back as exactly them', () => {
  fc.assert(
    fc.property(fc.dictionary(word, word, { minKeys: 1, maxKeys: 5 }), (labels) => {
      fc.pre(!Object.hasOwn(labels, '__proto__'))
      const text = toSelectorText({ spec: { selector: { matchLabels: labels } } }, 'spec.selector') ?? ''
      assert.equal(checkLabelSelector(text), text)
      assert.deepEqual(readTerms(text), { ...labels })
    }),
    { numRuns: 5000, seed: 13 },
  )
})
