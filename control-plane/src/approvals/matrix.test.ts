import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tier } from '@vedette/proto/policy'
import type { Principal } from '../store/types.ts'
import { createStand, READ, RESTART, SERVED, SILENCE } from './testing/stand.ts'

// What a principal meets: no such tool, a call that reaches an agent at once, or an action that waits for a person.
type Met = 'unknown' | 'runs' | 'asks'

const OPERATIONS = {
  read: { tool: 'k8s_pods_list', args: {} },
  protected_read: { tool: 'k8s_configmaps_get', args: { namespace: 'shop', name: 'web' } },
  write: { tool: 'annotations_create', args: { text: 'x', at: '2030-01-15T11:59:00Z' } },
  send: { tool: 'alerts_silences_create', args: SILENCE },
  high_risk: { tool: 'k8s_workloads_restart', args: RESTART },
} as const
type Row = keyof typeof OPERATIONS

// The policy, written out: who, and what they meet at an agent that raises no tier.
const TABLE: readonly (readonly [who: Partial<Principal>, met: Readonly<Record<Row, Met>>])[] = [
  [
    { mode: 'read_only' },
    { read: 'runs', protected_read: 'asks', write: 'unknown', send: 'unknown', high_risk: 'unknown' },
  ],
  [
    { mode: 'cautious' },
    { read: 'runs', protected_read: 'asks', write: 'asks', send: 'asks', high_risk: 'asks' },
  ],
  [
    { mode: 'auto' },
    { read: 'runs', protected_read: 'runs', write: 'runs', send: 'asks', high_risk: 'asks' },
  ],
  [
    { mode: 'read_only', delegated: true },
    { read: 'runs', protected_read: 'asks', write: 'unknown', send: 'unknown', high_risk: 'unknown' },
  ],
  [
    { mode: 'cautious', delegated: true },
    { read: 'runs', protected_read: 'asks', write: 'unknown', send: 'unknown', high_risk: 'unknown' },
  ],
  [
    { mode: 'auto', delegated: true },
    { read: 'runs', protected_read: 'runs', write: 'unknown', send: 'unknown', high_risk: 'unknown' },
  ],
  [
    { mode: 'cautious', families: ['k8s'] },
    { read: 'runs', protected_read: 'asks', write: 'unknown', send: 'unknown', high_risk: 'asks' },
  ],
  [
    { mode: 'auto', tiers: ['read', 'send'] },
    { read: 'runs', protected_read: 'unknown', write: 'unknown', send: 'asks', high_risk: 'unknown' },
  ],
  [
    { mode: 'auto', families: ['alerts', 'annotations'], tiers: ['write'] },
    { read: 'unknown', protected_read: 'unknown', write: 'runs', send: 'unknown', high_risk: 'unknown' },
  ],
]

// Agents: as the catalogue has it, one whose connectors raise every read to a protected one, and one of another
// organisation.
const AGENTS: readonly (readonly [name: string, raise: Partial<Record<Row, Tier>>])[] = [
  ['plain', {}],
  ['raising', { read: 'protected_read' }],
]

test('every principal, operation and agent meets exactly what the policy table says', async () => {
  let judged = 0
  for (const [name, raise] of AGENTS) {
    const stand = await createStand()
    await stand.call(READ.tool, READ.args)
    stand.fleet.set([raised(raise)])
    for (const [who, row] of TABLE)
      for (const role of ['viewer', 'approver', 'admin'] as const)
        for (const key of Object.keys(OPERATIONS) as Row[]) {
          const before = stand.calls.length
          const { tool, args } = OPERATIONS[key]
          const body = await stand.call(tool, args, { ...who, role })
          const reached = stand.calls.slice(before).filter((call) => call.preview === undefined)
          // Where a read is raised it is met as the tier that holds there.
          const expected = row[key] === 'unknown' || raise[key] === undefined ? row[key] : raisedTo(who)
          const where = `${name} ${JSON.stringify(who)} ${role} ${key}: ${JSON.stringify(body).slice(0, 200)}`
          assert.equal(toMet(body, reached.length), expected, where)
          assert.equal(reached.length, expected === 'runs' ? 1 : 0, where)
          for (const call of reached) assert.deepEqual([call.organisation, call.principal], ['acme', 'tok_1'])
          judged += 1
        }
    await stand.close()
  }
  assert.equal(judged, AGENTS.length * TABLE.length * 3 * 5)
})

test('nobody reaches an agent of another organisation, whatever they may do in their own', async () => {
  const stand = await createStand()
  for (const { tool, args } of Object.values(OPERATIONS))
    await stand.call(tool, args, { organisation: 'globex', mode: 'auto', role: 'admin' })
  assert.deepEqual(stand.calls, [])
  await stand.close()
})

function raisedTo({ mode }: Partial<Principal>): Met {
  return mode === 'auto' ? 'runs' : 'asks'
}

function toMet(body: Readonly<Record<string, unknown>>, reached: number): Met | string {
  if (body['status'] === 'approval_pending') return 'asks'
  if (JSON.stringify(body['error'] ?? '').includes('unknown_tool')) return 'unknown'
  return reached === 1 ? 'runs' : `neither: ${JSON.stringify(body)}`
}

function raised(raise: Partial<Record<Row, Tier>>) {
  const tier = raise.read
  if (tier === undefined) return SERVED
  const connectors = SERVED.connectors.map((one) => ({
    ...one,
    operations: one.operations.map((served) =>
      served.id === 'k8s.pods.list' ? { ...served, tier } : served,
    ),
  }))
  return { ...SERVED, connectors }
}
