import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { CopyText } from '../../parts/copy-text.tsx'
import { CLIENTS } from './to-client-config.ts'

// What each MCP client needs to be told; the token itself is never shown here.
export function Clients() {
  const [chosen, setChosen] = useState(CLIENTS[0]?.name ?? '')
  const client = CLIENTS.find(({ name }) => name === chosen)
  const url = `${location.origin}/mcp`
  return (
    <>
      <h2>MCP clients</h2>
      <p>
        Put an API token where it says VEDETTE_TOKEN. An admin makes one with{' '}
        <code>vedette token create</code>; it is shown once, then.
      </p>
      <NativeSelect
        label="Client"
        className="short"
        data={CLIENTS.map(({ name }) => name)}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {client === undefined ? null : (
        <>
          <p>{client.where}</p>
          <CopyText
            key={client.name}
            what={`the configuration of ${client.name}`}
            text={client.toText(url)}
          />
        </>
      )}
    </>
  )
}
