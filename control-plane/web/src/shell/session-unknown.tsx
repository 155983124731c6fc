import { Alert, Button } from '@mantine/core'
import { toProblem } from '../api/api-error.ts'

type Props = Readonly<{ error: unknown; onRetry(): void }>

// Says that nobody knows whether this browser is signed in.
export function SessionUnknown({ error, onRetry }: Props) {
  const { text, fix } = toProblem(error)
  return (
    <main className="narrow">
      <h1>Vedette</h1>
      <Alert color="red" title="Nothing can be shown" role="alert">
        <p>
          {text}
          {fix === null ? '.' : `: ${fix}.`}
        </p>
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      </Alert>
    </main>
  )
}
