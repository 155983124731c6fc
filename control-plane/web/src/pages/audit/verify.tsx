import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type AuditVerdict, get, toProblem } from '../../api/index.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Time } from '../../parts/time.tsx'
import { Tone } from '../../parts/tone.tsx'
import { FAULTS } from './words.ts'

// Recomputes every chain of the organisation, and says which is not as it was written.
export function Verify() {
  const verifying = useMutation({
    mutationFn: async () => {
      const verdict = await get<AuditVerdict>('/api/v1/audit/verify')
      return { verdict, at: Date.now() }
    },
  })
  const { data, error } = verifying
  return (
    <section aria-label="Verify">
      <Button loading={verifying.isPending} onClick={() => verifying.mutate()}>
        Verify every chain
      </Button>
      <p role="alert" className="problem">
        {error === null
          ? ''
          : `Not verified: ${toProblem(error).text}. Whether the record is whole is not known.`}
      </p>
      {data === undefined || error !== null || verifying.isPending ? null : <Verdict {...data} />}
    </section>
  )
}

function Verdict({ verdict, at }: Readonly<{ verdict: AuditVerdict; at: number }>) {
  const { ok, rows, chains, unreadable_anchors } = verdict
  const broken = chains.filter((chain) => chain.broken !== null).length
  return (
    <>
      <p role="status" className="verdict" data-tone={ok && chains.length > 0 ? 'good' : 'bad'}>
        {chains.length === 0
          ? 'There is no chain: nothing was verified.'
          : ok
            ? `Every row is as it was written: ${rows} rows in ${chains.length} chains.`
            : `NOT as it was written: ${broken} of ${chains.length} chains are broken, ${unreadable_anchors} anchors cannot be read.`}{' '}
        Verified <Time at={at} />.
      </p>
      <DataTable
        label="Chains"
        rows={chains}
        keyOf={({ writer }) => writer}
        columns={[
          { title: 'Writer', cell: ({ writer }) => writer },
          {
            title: 'Verdict',
            cell: ({ broken: fault }) =>
              fault === null ? (
                <Tone tone="good">whole</Tone>
              ) : (
                <Tone tone="bad">
                  broken at row {fault.seq}: {FAULTS[fault.fault] ?? fault.fault}
                </Tone>
              ),
          },
          { title: 'Rows', cell: (chain) => chain.rows },
          { title: 'From', cell: ({ from }) => <Time at={from} /> },
          { title: 'To', cell: ({ to }) => <Time at={to} /> },
        ]}
      />
    </>
  )
}
