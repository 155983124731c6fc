import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ApiError } from './api-error.ts'
import { get, onRefused, send, setCsrf } from './client.ts'
import type { Session } from './types.ts'

type Role = Session['role']

// `opening`: not asked yet. `unknown`: the server did not answer, so nobody knows whether we are signed in.
export type SessionState =
  | Readonly<{ kind: 'opening' }>
  | Readonly<{ kind: 'unknown'; error: unknown }>
  | Readonly<{ kind: 'out'; why: string | null }>
  | Readonly<{ kind: 'in'; session: Session }>

type SessionDoor = Readonly<{
  state: SessionState
  // Throws ApiError when the token or code is not taken.
  signIn(by: Readonly<{ token: string }> | Readonly<{ code: string }>): Promise<void>
  signOut(): Promise<void>
  retry(): void
}>

const Door = createContext<SessionDoor | null>(null)
const ENDED = 'This session has ended: sign in again.'

// Holds who is signed in, for everything below it.
export function SessionProvider({ children }: Readonly<{ children: ReactNode }>) {
  const [state, setState] = useState<SessionState>({ kind: 'opening' })
  const cache = useQueryClient()

  const enter = useCallback((session: Session) => {
    setCsrf(session.csrf)
    setState({ kind: 'in', session })
  }, [])
  const leave = useCallback(
    (why: string | null) => {
      setCsrf(null)
      // Nothing of the one who left stays for the next.
      cache.clear()
      setState({ kind: 'out', why })
    },
    [cache],
  )
  const open = useCallback(async () => {
    const code = takeCode()
    try {
      const byCode = code === null ? null : await redeem(code)
      enter(byCode ?? (await get<Session>('/api/v1/session')))
    } catch (error) {
      if (error instanceof ApiError && error.facts.status === 401) leave(null)
      else setState({ kind: 'unknown', error })
    }
  }, [enter, leave])

  useEffect(() => {
    void open()
  }, [open])
  const isIn = useRef(false)
  isIn.current = state.kind === 'in'
  useEffect(
    () =>
      onRefused(() => {
        if (isIn.current) leave(ENDED)
      }),
    [leave],
  )

  const door = useMemo<SessionDoor>(
    () => ({
      state,
      async signIn(by) {
        enter(await send<Session>('POST', '/api/v1/sign-in', by))
      },
      async signOut() {
        await send('POST', '/api/v1/sign-out')
        leave(null)
      },
      retry: () => {
        setState({ kind: 'opening' })
        void open()
      },
    }),
    [state, enter, leave, open],
  )
  return <Door value={door}>{children}</Door>
}

// The door by which one signs in and out. Throws TypeError outside of SessionProvider.
export function useSessionDoor(): SessionDoor {
  const door = useContext(Door)
  if (door === null) throw new TypeError('used outside of SessionProvider')
  return door
}

// Who is signed in, and what they may: pages below the shell always have one. Throws TypeError elsewhere.
export function useSession(): Session & Readonly<{ isAdmin: boolean; isApprover: boolean }> {
  const { state } = useSessionDoor()
  if (state.kind !== 'in') throw new TypeError('used by something that is drawn without a session')
  const { session } = state
  return { ...session, isAdmin: session.role === 'admin', isApprover: APPROVERS.includes(session.role) }
}

const APPROVERS: readonly Role[] = Object.freeze(['approver', 'admin'])

// The code leaves the address bar and the history before anything else happens.
function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code')
  if (code !== null) history.replaceState(null, '', location.pathname)
  return code
}

// A code that was used up is no reason to refuse who is signed in already.
async function redeem(code: string): Promise<Session | null> {
  try {
    return await send<Session>('POST', '/api/v1/sign-in', { code })
  } catch (error) {
    if (error instanceof ApiError && error.facts.status === 403) return null
    throw error
  }
}
