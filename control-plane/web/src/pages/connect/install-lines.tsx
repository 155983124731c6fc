import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../api/index.ts'
import { CopyText } from '../../parts/copy-text.tsx'
import { type Install, toApplicationSet, toHelmInstall } from './to-install.ts'

type Props = Readonly<{ method: Install['method'] }>

// The lines that install an agent, as they are typed, for the alias and the address that are given here.
export function InstallLines({ method }: Props) {
  const { organisation } = useSession()
  const [alias, setAlias] = useState('')
  const [namespace, setNamespace] = useState('vedette')
  const [nats, setNats] = useState('')
  const isWhole = alias !== '' && nats !== '' && namespace !== ''
  return (
    <>
      <div className="row">
        <TextInput
          label="Alias of the cluster"
          placeholder="prod-eu"
          value={alias}
          onChange={(event) => setAlias(event.currentTarget.value.trim())}
        />
        <TextInput
          label="Address of the bus, as the cluster reaches it"
          placeholder="tls://nats.example.org:4222"
          value={nats}
          onChange={(event) => setNats(event.currentTarget.value.trim())}
        />
        <TextInput
          label="Namespace"
          value={namespace}
          onChange={(event) => setNamespace(event.currentTarget.value.trim())}
        />
      </div>
      {isWhole ? (
        <>
          <p>
            <code>lobby-{organisation}.creds</code> was written into the folder of the control plane when the
            organisation was made; it lets an agent ask to be let in, and nothing else.
            {method === 'joinToken' ? ' Put the join token into a file called join-token.' : ''}
          </p>
          <CopyText
            what="the lines that install the agent"
            text={toHelmInstall({ alias, nats, organisation, namespace, method })}
          />
          {method === 'kubernetes' ? (
            <>
              <p>Or for many clusters at once, as an ApplicationSet of Argo CD:</p>
              <CopyText what="the ApplicationSet" text={toApplicationSet({ nats, namespace })} />
            </>
          ) : null}
        </>
      ) : (
        <p className="quiet">The lines to copy appear when alias, address and namespace are given.</p>
      )}
    </>
  )
}
