import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { OperationInput } from './operation-input.tsx'
import { type Entry, NARROWINGS } from './words.ts'

type Props = Readonly<{
  kind: 'rule' | 'assertion'
  onAdd(entry: Entry): void
}>

// A form for one rule or one assertion: what it names, and where.
export function EntryForm({ kind, onAdd }: Props) {
  const [operation, setOperation] = useState('')
  const [expect, setExpect] = useState('denied')
  const [scope, setScope] = useState<Readonly<Record<string, string>>>({})
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const name = operation.trim()
    if (name === '') return
    const narrowed = Object.fromEntries(
      Object.entries(scope).flatMap(([key, value]) => (value.trim() === '' ? [] : [[key, value.trim()]])),
    )
    onAdd(kind === 'rule' ? { deny: name, ...narrowed } : { operation: name, ...narrowed, expect })
    setOperation('')
    setScope({})
  }
  const isRule = kind === 'rule'
  return (
    <form onSubmit={submit} className="stack" aria-label={isRule ? 'Add a rule' : 'Add an assertion'}>
      <div className="row">
        <OperationInput
          label={isRule ? 'Deny' : 'Operation'}
          value={operation}
          withFamilies={isRule}
          onChange={setOperation}
        />
        {isRule ? null : (
          <NativeSelect
            label="Must be"
            data={['denied', 'allowed']}
            value={expect}
            onChange={(event) => setExpect(event.currentTarget.value)}
          />
        )}
        <Button type="submit" variant="default" disabled={operation.trim() === ''}>
          {isRule ? 'Add the rule' : 'Add the assertion'}
        </Button>
      </div>
      <details>
        <summary>Only within a scope</summary>
        <div className="row">
          {NARROWINGS.map((key) => (
            <TextInput
              key={key}
              label={key}
              size="xs"
              value={scope[key] ?? ''}
              onChange={(event) => {
                const { value } = event.currentTarget
                setScope((before) => ({ ...before, [key]: value }))
              }}
            />
          ))}
        </div>
      </details>
    </form>
  )
}
