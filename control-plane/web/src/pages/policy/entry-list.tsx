import { Button } from '@mantine/core'
import { describeEntry, type Entry, keyOfEntry } from './words.ts'

type Props = Readonly<{
  label: string
  entries: readonly Entry[]
  // Absent: they can only be read.
  onRemove?: (entry: Entry) => void
}>

// Rules or assertions, one a line.
export function EntryList({ label, entries, onRemove }: Props) {
  if (entries.length === 0) return <p className="quiet">None.</p>
  return (
    <ul aria-label={label} className="entries">
      {entries.map((entry) => {
        const text = describeEntry(entry)
        const expect = typeof entry['expect'] === 'string' ? ` must be ${entry['expect']}` : ''
        return (
          <li key={keyOfEntry(entry)}>
            <code>{text}</code>
            {expect}{' '}
            {onRemove === undefined ? null : (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Remove ${text}${expect}`}
                onClick={() => onRemove(entry)}
              >
                Remove
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
