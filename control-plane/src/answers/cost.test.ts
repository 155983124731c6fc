import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostDisksList, logsSearch } from '@vedette/proto/operations'
import { type Part, type Source, seen, unseen } from '@vedette/proto/visibility'
import type { InstanceRead, ReadResult } from '../dispatch/types.ts'
import { toCost } from './body.ts'

type Share = Readonly<{ scanned?: number | null; part?: Partial<Part>; isCached?: true; isSilent?: true }>

// A search of logs at as many backends as there are shares.
function search(...shares: readonly Share[]): ReadResult {
  return { request: toRequest(logsSearch), instances: shares.map(toInstance) }
}

function toRequest(operation: unknown): ReadResult['request'] {
  return { operation: operation as never, role: 'input', arguments: {}, routing: {} }
}

function toInstance({ scanned, part, isCached, isSilent }: Share): InstanceRead {
  const named = { operation: 'logs.search', connector: 'loki', role: 'input', scope: {} }
  const source = { ...named, state: 'read', items: 1, as_of: '2030-01-15T12:00:00Z', ...part } as Source // as the part says
  const meta = { redacted: {}, vendor_calls: 1, took_ms: 1, body_sha256: '0' }
  return {
    ...{ agent: 'ag_1', agent_name: 'eu-1', instance: 'loki', connector: 'loki' },
    outcome: scanned === undefined ? unseen([source]) : seen({ lines: [], scanned_bytes: scanned }, [source]),
    meta: isSilent ? null : { ...meta, ...(isCached && { cached: true as const }) },
  }
}

const TIMED_OUT = { state: 'timed_out', waited_ms: 1000, phase: 'body' } as const
const OFFLINE = { state: 'agent_offline', last_seen: '2030-01-15T11:00:00Z' } as const
const CUT = { state: 'truncated', cap: 'rows', at_least: 1 } as const

const CASES: readonly (readonly [what: string, shares: readonly Share[], bytes: unknown])[] = [
  ['what every backend says is summed', [{ scanned: 5 }, { scanned: 7 }], 12],
  ['nothing scanned is zero where the backend says so', [{ scanned: 0 }], 0],
  ['what no backend says is left out', [{ scanned: null }], undefined],
  ['one that does not say makes a lower bound', [{ scanned: 5 }, { scanned: null }], { at_least: 5 }],
  [
    'one that was asked and did not answer does',
    [{ scanned: 5 }, { part: TIMED_OUT, isSilent: true }],
    { at_least: 5 },
  ],
  ['one that was not asked does not', [{ scanned: 5 }, { part: OFFLINE, isSilent: true }], 5],
  ['a reading that was cut does', [{ scanned: 5, part: CUT }], { at_least: 5 }],
  ['a reading of before costs nothing again', [{ scanned: 5 }, { scanned: 9, isCached: true }], 5],
]

for (const [what, shares, bytes] of CASES)
  test(`bytes scanned: ${what}`, () => {
    assert.deepEqual(toCost([search(...shares)])['bytes_scanned'], bytes)
  })

test('bytes scanned: reads that scan nothing say nothing of it', () => {
  const disks = { request: toRequest(hostDisksList), instances: search({ scanned: 5 }).instances }
  assert.deepEqual(toCost([disks]), { calls: 1 })
  assert.deepEqual(toCost([disks, search({ scanned: 7 })]), { calls: 2, bytes_scanned: 7 })
})
