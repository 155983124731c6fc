import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { DataTable } from '../../parts/data-table.tsx'
import { Time } from '../../parts/time.tsx'
import { Tone } from '../../parts/tone.tsx'
import { type Instance, toInstances, toMatrix } from './to-matrix.ts'
import type { Fleet } from './use-fleet.ts'
import { HEALTH_ORDER, HEALTH_TONES, type ShownHealth } from './words.ts'

type Chosen = Readonly<{ connector: string; health: ShownHealth }>

// Connectors by their health word, and each instance with its reason and since when.
export function Connectors({ rows, now, missing, live }: Pick<Fleet, 'rows' | 'now' | 'missing' | 'live'>) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { shown: instances, unasked } = useMemo(() => toInstances(rows), [rows])
  const matrix = useMemo(() => toMatrix(instances), [instances])
  const listed = useMemo(
    () =>
      chosen === null
        ? instances
        : instances.filter((one) => one.row.connector === chosen.connector && one.health === chosen.health),
    [instances, chosen],
  )
  if (instances.length === 0)
    return (
      <>
        <h2>Connectors</h2>
        <p>
          {missing === null && live === true
            ? 'No connector is configured.'
            : 'Not all connectors are known.'}
        </p>
        <Unasked count={unasked} />
      </>
    )
  return (
    <>
      <h2>Connectors</h2>
      <DataTable
        label="Connectors by health"
        rows={matrix}
        keyOf={(line) => line.connector}
        columns={[
          { title: 'Connector', cell: (line) => line.connector },
          ...HEALTH_ORDER.map((health) => ({
            title: health,
            cell: (line: (typeof matrix)[number]) => (
              <Cell
                count={line.counts[health]}
                health={health}
                connector={line.connector}
                isChosen={chosen?.connector === line.connector && chosen.health === health}
                onChoose={setChosen}
              />
            ),
          })),
        ]}
      />
      {chosen === null ? null : (
        <p role="status">
          Shown: {chosen.connector} that are {chosen.health}.{' '}
          <Button size="compact-xs" variant="default" onClick={() => setChosen(null)}>
            Show all
          </Button>
        </p>
      )}
      <DataTable
        label="Connector instances"
        rows={listed}
        keyOf={(one) => one.key}
        columns={[
          { title: 'Connector', cell: (one) => <InstanceName one={one} /> },
          { title: 'Agent', cell: (one) => one.agent },
          { title: 'Health', cell: (one) => <Health one={one} /> },
          { title: 'Why', cell: (one) => <Why one={one} /> },
          { title: 'Since', cell: (one) => <Time at={one.row.since} now={now} /> },
          { title: 'Probed', cell: (one) => <Time at={one.row.checked_at} now={now} none="never" /> },
          { title: 'Operations', cell: (one) => <Operations one={one} /> },
        ]}
      />
      <Unasked count={unasked} />
    </>
  )
}

type CellProps = Chosen & Readonly<{ count: number; isChosen: boolean; onChoose(chosen: Chosen): void }>

function Cell({ count, health, connector, isChosen, onChoose }: CellProps) {
  if (count === 0) return <span className="quiet">0</span>
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-pressed={isChosen}
      aria-label={`${count} ${connector} ${health}`}
      onClick={() => onChoose({ connector, health })}
    >
      <Tone tone={HEALTH_TONES[health]}>{count}</Tone>
    </Button>
  )
}

function Unasked({ count }: Readonly<{ count: number }>) {
  return count === 0 ? null : <p className="quiet">{count} more are built in and not configured.</p>
}

function InstanceName({ one: { row } }: Readonly<{ one: Instance }>) {
  return (
    <>
      {row.instance}
      {row.instance === row.connector ? null : <small className="quiet">{row.connector}</small>}
    </>
  )
}

function Health({ one }: Readonly<{ one: Instance }>) {
  if (one.health !== 'unknown') return <Tone tone={HEALTH_TONES[one.health]}>{one.health}</Tone>
  return (
    <>
      <Tone tone="bad">unknown, was {one.row.health}</Tone>
      <small>its agent is {one.status}</small>
    </>
  )
}

function Why({ one: { row } }: Readonly<{ one: Instance }>) {
  return (
    <>
      {row.code ?? row.reason ?? ''}
      {row.notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
    </>
  )
}

function Operations({ one: { row, health } }: Readonly<{ one: Instance }>) {
  return (
    <>
      {health === 'unknown' ? 0 : row.served}
      {row.denied === 0 ? null : <small>{row.denied} denied by policy</small>}
      {row.unanswerable === 0 ? null : <small>{row.unanswerable} cannot be answered now</small>}
    </>
  )
}
