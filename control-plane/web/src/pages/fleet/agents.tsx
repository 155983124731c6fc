import { TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { FleetRow } from '../../api/index.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Time } from '../../parts/time.tsx'
import { Tone } from '../../parts/tone.tsx'
import { Dispute } from './dispute.tsx'
import type { Fleet } from './use-fleet.ts'
import { STATUS_TONES } from './words.ts'

type Props = Pick<Fleet, 'rows' | 'now' | 'missing' | 'live'>

// Every agent that is known, those in trouble first.
export function Agents({ rows, now, missing, live }: Props) {
  const [text, setText] = useState('')
  const shown = useMemo(() => rows.filter((row) => isFound(row, text)), [rows, text])
  const isWhole = missing === null && live === true
  return (
    <>
      <h2>Agents</h2>
      <div className="row">
        <TextInput
          label="Find agents"
          placeholder="Name, cluster, label or status"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p className="quiet" role="status">
          {toCount({ shown: shown.length, all: rows.length, isWhole })}
        </p>
      </div>
      {rows.length === 0 && isWhole ? (
        <p>No agent is known yet: the Connect page says how to add one.</p>
      ) : (
        <DataTable
          label="Agents"
          rows={shown}
          keyOf={(row) => row.agent}
          columns={[
            { title: 'Agent', cell: (row) => <Name row={row} /> },
            { title: 'Status', cell: (row) => <Status row={row} /> },
            { title: 'Since', cell: (row) => <Time at={row.since} now={now} /> },
            {
              title: 'Last contact',
              cell: (row) => <Time at={row.last_seen > 0 ? row.last_seen : null} now={now} none="never" />,
            },
            { title: 'Version', cell: (row) => row.version ?? 'unknown' },
            { title: 'Cluster', cell: (row) => <Cluster row={row} /> },
            { title: 'Serves', cell: (row) => <Served row={row} /> },
            { title: 'Identity', cell: (row) => <Who row={row} now={now} /> },
          ]}
        />
      )}
    </>
  )
}

function toCount({
  shown,
  all,
  isWhole,
}: Readonly<{ shown: number; all: number; isWhole: boolean }>): string {
  const known = isWhole ? `${all}` : `at least ${all}`
  return shown === all ? `${known} agents` : `${shown} of ${known} agents`
}

function Name({ row }: Readonly<{ row: FleetRow }>) {
  return (
    <>
      {row.name}
      <small className="quiet">{row.agent}</small>
    </>
  )
}

function Status({ row: { status, heard, clock_off_s } }: Readonly<{ row: FleetRow }>) {
  return (
    <>
      <Tone tone={STATUS_TONES[status] ?? 'bad'}>{status}</Tone>
      {status === 'disputed' ? <small>two identities claim it; neither is asked</small> : null}
      {clock_off_s === null ? null : (
        <small>its clock is {toOff(clock_off_s)}; no answer of it can be used</small>
      )}
      {status === 'offline' && !heard ? <small>not heard since this control plane started</small> : null}
    </>
  )
}

function toOff(seconds: number): string {
  return `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead'}`
}

function Cluster({ row: { clusters, labels } }: Readonly<{ row: FleetRow }>) {
  const written = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
  return (
    <>
      {clusters.length === 0 ? 'none proved' : clusters.join(', ')}
      {written.length === 0 ? null : <small className="quiet">{written.join(' ')}</small>}
    </>
  )
}

function Served({ row: { status, served, heard } }: Readonly<{ row: FleetRow }>) {
  if (status === 'connected' && heard) return <>{served}</>
  return <Tone tone="bad">nothing can be asked</Tone>
}

function Who({ row, now }: Readonly<{ row: FleetRow; now: number }>) {
  if (row.status === 'disputed') return <Dispute row={row} now={now} />
  return <>{row.identity ?? 'unknown'}</>
}

function isFound(row: FleetRow, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const labels = Object.entries(row.labels).map(([key, value]) => `${key}=${value}`)
  const all = [
    row.name,
    row.agent,
    row.status,
    row.version ?? '',
    row.identity ?? '',
    ...row.clusters,
    ...labels,
  ]
  const whole = all.join(' ').toLowerCase()
  return words.every((word) => whole.includes(word))
}
