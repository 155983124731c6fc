import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { ApiError, toProblem } from '../api/api-error.ts'
import { get } from '../api/client.ts'
import { useSessionDoor } from '../api/session.tsx'
import type { SignInWays } from '../api/types.ts'

// The way in: an API token, exchanged for a cookie that no script can read.
export function SignIn({ why }: Readonly<{ why: string | null }>) {
  const { signIn } = useSessionDoor()
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState<string | null>(() => takeRefusal() ?? why)
  const ways = useQuery({
    queryKey: ['sign-in'],
    queryFn: ({ signal }) => get<SignInWays>('/api/v1/sign-in', signal),
  })
  const [isAsking, setAsking] = useState(false)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setAsking(true)
    setProblem(null)
    try {
      await signIn({ token: token.trim() })
    } catch (error) {
      setProblem(toSentence(error))
    } finally {
      setAsking(false)
      setToken('')
    }
  }
  return (
    <main className="narrow">
      <h1>Vedette</h1>
      {ways.data?.oidc && (
        <Button component="a" href="/api/v1/oidc/start" variant="default" fullWidth>
          Sign in with {ways.data.oidc.label}
        </Button>
      )}
      <form onSubmit={(event) => void submit(event)} className="stack">
        <TextInput
          label="API token"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          autoFocus
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <Button type="submit" loading={isAsking}>
          Sign in
        </Button>
        <p role="alert" className="problem">
          {problem}
        </p>
      </form>
      <p className="quiet">
        A token is made by <code>vedette token create</code>; <code>vedette up</code> prints one.
      </p>
    </main>
  )
}

// Why the provider's way ended without a session, from the address, which then forgets it.
function takeRefusal(): string | null {
  const word = new URLSearchParams(location.hash.slice(1)).get('sign-in')
  if (word === null) return null
  history.replaceState(null, '', location.pathname)
  return Object.hasOwn(REFUSALS, word) ? (REFUSALS[word] ?? null) : 'The sign-in did not succeed.'
}

const REFUSALS: Readonly<Record<string, string>> = Object.freeze({
  provider_away: 'The provider does not answer now.',
  refused: 'The provider did not confirm this sign-in: begin again.',
  not_mapped: 'The provider knows you, but this organisation does not: ask its admin.',
})

function toSentence(error: unknown): string {
  if (error instanceof ApiError && error.facts.code === 'token_invalid') return 'This token is not accepted.'
  const { text } = toProblem(error)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
