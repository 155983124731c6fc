import { useSessionDoor } from './api/session.tsx'
import { Layout } from './shell/layout.tsx'
import { SessionUnknown } from './shell/session-unknown.tsx'
import { SignIn } from './shell/sign-in.tsx'

// The pages for who is signed in, the way in for everybody else.
export function App() {
  const { state, retry } = useSessionDoor()
  switch (state.kind) {
    case 'opening':
      return <p className="center-note">Opening ...</p>
    case 'unknown':
      return <SessionUnknown error={state.error} onRetry={retry} />
    case 'out':
      return <SignIn why={state.why} />
    case 'in':
      return <Layout />
  }
}
