import { Button, NativeSelect, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { useSession, useSessionDoor } from '../api/session.tsx'

const SCHEMES = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

// Who is signed in with which role, the colours, and the way out.
export function Account() {
  const { name, role, version } = useSession()
  const { signOut } = useSessionDoor()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [problem, setProblem] = useState('')
  const leave = async () => {
    try {
      await signOut()
    } catch {
      setProblem('Not signed out: the control plane does not answer.')
    }
  }
  return (
    <div className="account">
      <p className="quiet">
        {name} ({role})<br />
        version {version}
      </p>
      <NativeSelect
        label="Colours"
        size="xs"
        data={SCHEMES}
        value={colorScheme}
        onChange={(event) => {
          const chosen = SCHEMES.find(({ value }) => value === event.currentTarget.value)
          if (chosen !== undefined) setColorScheme(chosen.value)
        }}
      />
      <Button variant="default" size="xs" onClick={() => void leave()}>
        Sign out
      </Button>
      <p role="alert" className="problem">
        {problem}
      </p>
    </div>
  )
}
