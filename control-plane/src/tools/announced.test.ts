import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cursor, limit, windowFrom, windowTo } from '@vedette/proto/operations'
import { z } from 'zod'
import { toAnnounced } from './announced.ts'
import { toTakenSchema } from './schema.ts'
import type { Tool } from './types.ts'

const filter = (text: string) => z.string().optional().describe(text)

const INPUT = z.strictObject({
  queue: z.string().describe('Queue, by name or id, as queues_list gives it'),
  state: filter('Only messages in this state'),
  region_of: filter('Only this region of the broker'),
  older_than: filter('Only messages older than so many hours'),
  dead_only: z.boolean().default(false).describe('Only dead messages'),
  order: z.enum(['newest', 'oldest']).default('newest').describe('Order (default: newest)'),
  match: z
    .array(z.strictObject({ label: z.string().describe('Label'), op: z.enum(['=', '!=']).default('=') }))
    .min(1)
    .describe('Label conditions, all of which must hold: { label, op }'),
  from: windowFrom(),
  to: windowTo(),
  limit: limit(100, 1000),
  cursor: cursor(),
})

const TOOL: Tool = {
  name: 'queues_messages_list',
  title: 'Messages of a queue',
  description: 'Lists messages of one queue by age.',
  when: ['dead letters of a queue', 'poison message', 'never shown'],
  tier: 'read',
  inputSchema: toTakenSchema({ input: INPUT, routes: ['instance'] }),
  needs: null,
  run: async () => assert.fail('nothing is asked'),
}

test('a list carries of hints only the words that the name, title and description do not say', () => {
  assert.equal(
    toAnnounced(TOOL).description,
    'Lists messages of one queue by age. Also: dead letters poison.',
  )
  const told = { ...TOOL, when: ['list messages', 'queue'] }
  assert.equal(toAnnounced(told).description, TOOL.description)
  const { when: _, ...bare } = TOOL
  assert.equal(toAnnounced(bare).description, TOOL.description)
})

test('a list carries every parameter but detail, with its bounds and what its name does not say', () => {
  const text = { type: 'string' }
  assert.deepEqual(toAnnounced(TOOL).inputSchema, {
    type: 'object',
    properties: {
      queue: { type: 'string', description: 'by name or id, as queues_list gives it' },
      state: text,
      region_of: { type: 'string', description: 'region of the broker' },
      older_than: { type: 'string', description: 'Only messages older than so many hours' },
      dead_only: { type: 'boolean' },
      order: { type: 'string', enum: ['newest', 'oldest'], default: 'newest' },
      match: {
        type: 'array',
        items: {
          type: 'object',
          properties: { label: text, op: { type: 'string', enum: ['=', '!='], default: '=' } },
          required: ['label'],
        },
        description: 'Label conditions, all of which must hold',
      },
      from: text,
      to: text,
      limit: { type: 'integer', maximum: 1000 },
      cursor: text,
      instance: text,
    },
    required: ['queue', 'match'],
  })
})

test('what a list leaves out stays in the schema of the tool itself', () => {
  toAnnounced(TOOL)
  const properties = TOOL.inputSchema['properties'] as Record<string, unknown> // made by toTakenSchema
  assert.deepEqual(properties['limit'], { type: 'integer', maximum: 1000, default: 100 })
  assert.deepEqual(properties['detail'], { type: 'string', enum: ['brief', 'full'] })
  assert.deepEqual(properties['from'], { type: 'string', description: 'Start: RFC 3339, epoch, -90m or now' })
  assert.deepEqual(properties['state'], { type: 'string', description: 'Only messages in this state' })
})
