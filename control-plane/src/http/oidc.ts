import type { Clock } from '@vedette/proto/clock'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { CALLBACK_PATH, type OidcSignIn } from '../oauth/index.ts'
import { fault } from './errors.ts'
import { createSealer } from './sealer.ts'
import type { Sessions } from './session.ts'

export type OidcParts = Readonly<{
  signIn: OidcSignIn
  sessions: Sessions
  // 32 bytes, the same on every replica: one may see somebody leave, and another see them come back.
  key: Buffer
  clock: Clock
}>

const START_PATH = '/api/v1/oidc/start'
const COOKIE = 'vedette_sign_in'
// How long somebody may stay at the provider.
const VALID_MS = 600_000

// Paths of the sign-in at a provider, which are asked without a session.
export const OIDC_PATHS: readonly string[] = Object.freeze([START_PATH, CALLBACK_PATH])

const departureSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  until: z.number(),
})

// Mounts the way to the provider and back. What came wrong leads to the pages, which say so; nobody is signed in by it.
export function mountOidc(app: FastifyInstance, { signIn, sessions, key, clock }: OidcParts): void {
  const sealer = createSealer(key, 'sign-in')
  const secure = signIn.publicUrl.startsWith('https://')
  // The provider's page sends people back here: a strict cookie would stay at home.
  const cookie = { path: '/api/v1/oidc', httpOnly: true, sameSite: 'lax', secure } as const
  app.get(START_PATH, async (_request, reply) => {
    const begun = await signIn.begin()
    if (begun === 'provider_away') return reply.redirect('/fleet#sign-in=provider_away')
    const sealed = sealer.seal(JSON.stringify({ ...begun.departure, until: clock.now() + VALID_MS }))
    reply.setCookie(COOKIE, sealed, { ...cookie, maxAge: VALID_MS / 1000 })
    return reply.header('cache-control', 'no-store').redirect(begun.url)
  })
  app.get(CALLBACK_PATH, async (request, reply) => {
    reply.clearCookie(COOKIE, cookie).header('cache-control', 'no-store')
    const departure = readDeparture(sealer.open(request.cookies[COOKIE] ?? ''))
    if (departure === null || departure.until <= clock.now())
      throw fault(403, {
        code: 'sign_in_unknown',
        message: 'this sign-in was not begun here, or too long ago',
        fix: 'begin again on the page',
      })
    const principal = await signIn.finish(request.url.split('?', 2)[1] ?? '', departure)
    if (typeof principal === 'string') return reply.redirect(`/fleet#sign-in=${principal}`)
    sessions.startFor(request, reply, { principal, secure })
    return reply.redirect('/fleet')
  })
}

function readDeparture(text: string | null): z.output<typeof departureSchema> | null {
  if (text === null) return null
  const parsed = departureSchema.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : null
}
