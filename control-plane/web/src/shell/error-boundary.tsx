import { Alert, Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'

type Props = Readonly<{ children: ReactNode }>
type State = Readonly<{ hasFailed: boolean }>

// Draws a failure of what is inside as one, instead of an empty place; the reason stands in the browser's console.
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Alert color="red" title="This page failed" role="alert">
        <p>Nothing is known of what would stand here.</p>
        <Button variant="default" onClick={() => location.reload()}>
          Reload
        </Button>
      </Alert>
    )
  }
}
