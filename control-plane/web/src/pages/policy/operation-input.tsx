import { TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { get, type PolicyChoices, toProblem } from '../../api/index.ts'

type Props = Readonly<{
  label: string
  value: string
  // Whether families such as `db.*` may be named.
  withFamilies: boolean
  onChange(value: string): void
}>
type Choice = Readonly<{ value: string; note: string }>

const SHOWN = 12

// A field for an operation or a family, completed over what a rule can name; arrows and Enter choose.
export function OperationInput({ label, value, withFamilies, onChange }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const asked = useDeferredValue(value.trim())
  const query = useQuery({
    queryKey: ['policy-operations', asked],
    queryFn: ({ signal }) =>
      get<PolicyChoices>(`/api/v1/policy/operations?q=${encodeURIComponent(asked)}`, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const choices = query.data === undefined ? [] : toChoices(query.data, withFamilies)
  const choose = (choice: Choice) => {
    onChange(choice.value)
    setOpen(false)
    setAt(-1)
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setOpen(true)
      setAt(choices.length === 0 ? -1 : (at + step + choices.length) % choices.length)
    }
    const chosen = choices[at]
    if (event.key === 'Enter' && isOpen && chosen !== undefined) {
      event.preventDefault()
      choose(chosen)
    }
    if (event.key === 'Escape') setOpen(false)
  }
  const isDrawn = isOpen && choices.length > 0
  return (
    <div className="completion">
      <TextInput
        label={label}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={isDrawn}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={isDrawn && at >= 0 ? `${id}-${at}` : undefined}
        value={value}
        error={query.error === null ? null : `No completion: ${toProblem(query.error).text}`}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
        onChange={(event) => {
          onChange(event.currentTarget.value)
          setOpen(true)
          setAt(-1)
        }}
      />
      <div role="listbox" id={`${id}-list`} aria-label={`${label}: completion`} hidden={!isDrawn}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field that has the focus takes the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
          <div
            role="option"
            id={`${id}-${index}`}
            key={choice.value}
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
          >
            {choice.value} <small className="quiet">{choice.note}</small>
          </div>
        ))}
      </div>
      {isDrawn && query.data !== undefined && query.data.total > SHOWN ? (
        <small className="quiet">{query.data.total} operations match; the first are listed.</small>
      ) : null}
    </div>
  )
}

function toChoices({ families, operations }: PolicyChoices, withFamilies: boolean): readonly Choice[] {
  const named = operations.map(({ operation, title, tier, in_fleet }) => ({
    value: operation,
    note: `${title}, ${tier}${in_fleet ? ', in this fleet' : ''}`,
  }))
  const wide = families.map((one) => ({ value: one.family, note: `${one.operations} operations` }))
  return [...(withFamilies ? wide.slice(0, 4) : []), ...named].slice(0, SHOWN)
}
