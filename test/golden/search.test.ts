import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSearchIndex } from '@vedette/control-plane/tools'
import { createEveryTool } from '../kit/generate/tools.ts'

type Question = Readonly<{ question: string; tools: readonly string[] }>

// Questions as engineers ask them, each with the tools that would answer it.
const questions: readonly Question[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8'),
)
const tools = createEveryTool()
const index = createSearchIndex(tools)
const found = (question: string, count: number) => index.search(question, count).map((one) => one.name)

test('every answer to a question is a tool', () => {
  const names = new Set(tools.map((tool) => tool.name))
  const unknown = questions.flatMap((one) => one.tools.filter((name) => !names.has(name)))
  assert.deepEqual(unknown, [])
})

test('a right tool is among the first five for at least 95 % of 120 questions or more', () => {
  assert.ok(questions.length >= 120)
  const missed = questions.filter(
    ({ question, tools: right }) => !found(question, 5).some((name) => right.includes(name)),
  )
  const text = missed.map(({ question }) => `${question}: ${found(question, 5).join(', ')}`).join('\n')
  assert.ok(
    missed.length / questions.length <= 0.05,
    `${missed.length} of ${questions.length} missed:\n${text}`,
  )
})
