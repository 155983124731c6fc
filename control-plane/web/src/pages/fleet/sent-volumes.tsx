import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FleetRow, get, type SentPage } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { toVolumes } from './to-volumes.ts'

const REFRESH_MS = 30_000

// Bytes that came from each connector on each day.
export function SentVolumes({ rows }: Readonly<{ rows: readonly FleetRow[] }>) {
  const query = useQuery({
    queryKey: ['sent'],
    queryFn: ({ signal }) => get<SentPage>('/api/v1/fleet/sent', signal),
    refetchInterval: REFRESH_MS,
  })
  return (
    <>
      <h2>Bytes sent</h2>
      <AsyncState
        what="what was sent"
        query={query}
        isEmpty={({ sent }) => sent.length === 0}
        empty="No answer of an agent was recorded within the last seven days in UTC."
      >
        {(page) => <Volumes page={page} rows={rows} />}
      </AsyncState>
    </>
  )
}

function Volumes({ page, rows }: Readonly<{ page: SentPage; rows: readonly FleetRow[] }>) {
  const names = useMemo(() => new Map(rows.map(({ agent, name }) => [agent, name])), [rows])
  const { days, lines } = useMemo(() => toVolumes(page), [page])
  return (
    <DataTable
      label="Bytes sent by connector and day"
      rows={lines}
      keyOf={(line) => `${line.agent} ${line.instance}`}
      columns={[
        { title: 'Agent', cell: (line) => names.get(line.agent) ?? line.agent },
        { title: 'Connector', cell: (line) => line.instance },
        ...days.map((day) => ({
          title: day,
          cell: (line: (typeof lines)[number]) => <Volume volume={line.byDay.get(day)} />,
        })),
      ]}
    />
  )
}

function Volume({ volume }: Readonly<{ volume: Readonly<{ bytes: number; calls: number }> | undefined }>) {
  if (volume === undefined) return <span className="quiet">0</span>
  return (
    <>
      {volume.bytes.toLocaleString('en')} B<small className="quiet">{volume.calls} calls</small>
    </>
  )
}
