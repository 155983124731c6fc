import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSearchIndex } from './index.ts'
import { stem } from './stem.ts'
import { toWords } from './words.ts'

// Pairs from Porter's own paper and vocabulary.
const STEMS: readonly [word: string, expected: string][] = [
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['cats', 'cat'],
  ['feed', 'feed'],
  ['agreed', 'agre'],
  ['plastered', 'plaster'],
  ['motoring', 'motor'],
  ['sing', 'sing'],
  ['hopping', 'hop'],
  ['falling', 'fall'],
  ['filing', 'file'],
  ['happy', 'happi'],
  ['relational', 'relat'],
  ['conditional', 'condit'],
  ['vietnamization', 'vietnam'],
  ['hopefulness', 'hope'],
  ['electrical', 'electr'],
  ['adjustment', 'adjust'],
  ['adoption', 'adopt'],
  ['probate', 'probat'],
  ['rate', 'rate'],
  ['controll', 'control'],
  ['roll', 'roll'],
  ['deployments', 'deploy'],
  ['deploys', 'deploi'],
  ['k8s', 'k8s'],
]

for (const [word, expected] of STEMS) {
  test(`the stem of ${word} is ${expected}`, () => assert.equal(stem(word), expected))
}

test('words lose what says nothing, and names come apart at their underscores', () => {
  assert.deepEqual(toWords('Which of the k8s_pods_list are failing?'), ['k8s', 'pod', 'fail'])
})

const TOOLS = [
  { name: 'pods_list', title: 'Pods', description: 'Lists pods.', when: ['restarts'] },
  { name: 'groups_list', title: 'Security groups', description: 'Lists groups of the cloud network.' },
  { name: 'audit_search', title: 'Audit events', description: 'Who did what in an account.' },
]
const names = (text: string, count = 3) =>
  createSearchIndex(TOOLS)
    .search(text, count)
    .map((one) => one.name)

test('a title outweighs a description, and other forms of a word are found', () => {
  assert.deepEqual(names('restarting pod'), ['pods_list'])
  assert.equal(names('network group')[0], 'groups_list')
})

test('what engineers say finds what the catalogue calls it', () => {
  assert.deepEqual([...names('who changed the firewall')].sort(), ['audit_search', 'groups_list'])
})

test('words that no tool knows find nothing, and nothing is found for no words', () => {
  assert.deepEqual(names('zebra quagga'), [])
  assert.deepEqual(names(''), [])
  assert.deepEqual(names('what is the'), [])
})

test('no more are given than wanted, and equal matches keep the order of the tools', () => {
  assert.equal(names('lists pods groups', 1).length, 1)
  const twins = ['second', 'first'].map((name) => ({ name, title: 'Twin', description: 'Same.' }))
  const found = createSearchIndex(twins).search('twin', 5)
  assert.deepEqual(
    found.map((one) => one.name),
    ['second', 'first'],
  )
  assert.equal(found[0]?.score, found[1]?.score)
})
