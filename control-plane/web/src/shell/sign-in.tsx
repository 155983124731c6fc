import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { ApiError, toProblem } from '../api/api-error.ts'
import { useSessionDoor } from '../api/session.tsx'

// The way in: an API token, exchanged for a cookie that no script can read.
export function SignIn({ why }: Readonly<{ why: string | null }>) {
  const { signIn } = useSessionDoor()
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState<string | null>(why)
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

function toSentence(error: unknown): string {
  if (error instanceof ApiError && error.facts.code === 'token_invalid') return 'This token is not accepted.'
  const { text } = toProblem(error)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
