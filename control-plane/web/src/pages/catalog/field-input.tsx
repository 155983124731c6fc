import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { Field } from './to-fields.ts'

type Props = Readonly<{
  field: Field
  value: string
  problem: string | null
  onChange(value: string): void
}>

const HINTS: Readonly<Partial<Record<Field['kind'], string>>> = Object.freeze({
  lines: 'One a line.',
  text_or_lines: 'One, or several, one a line.',
  json: 'As JSON.',
})

// The control for one argument; what is left empty is not sent.
export function FieldInput({ field, value, problem, onChange }: Props) {
  const { name, kind, isRequired, fallback, choices } = field
  const common = {
    label: name,
    description: [field.description, HINTS[kind]].filter(Boolean).join(' '),
    // A mark that is drawn is read too: the control itself says that it is required.
    required: isRequired,
    error: problem,
    value,
  }
  if (kind === 'choice' || kind === 'flag') {
    const all = kind === 'flag' ? ['true', 'false'] : choices
    const none = fallback === null ? 'not given' : `not given (${fallback})`
    return (
      <NativeSelect
        {...common}
        data={[{ value: '', label: none }, ...all.map((one) => ({ value: one, label: one }))]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  const placeholder = fallback ?? ''
  if (kind === 'lines' || kind === 'text_or_lines' || kind === 'json')
    return (
      <Textarea
        {...common}
        rows={2}
        placeholder={placeholder}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...common}
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      placeholder={placeholder}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
