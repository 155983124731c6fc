import { useSession } from '../../api/index.ts'
import { Clients } from './clients.tsx'
import { Clusters } from './clusters.tsx'
import { JoinTokens } from './join-tokens.tsx'

// How agents and MCP clients come in.
export function ConnectPage() {
  const { isAdmin } = useSession()
  return (
    <>
      <Clients />
      {isAdmin ? (
        <>
          <Clusters />
          <JoinTokens />
        </>
      ) : (
        <>
          <h2>Agents</h2>
          <p>
            Only an admin registers clusters and makes join tokens: ask one, or sign in with the token of one.
          </p>
        </>
      )}
    </>
  )
}
