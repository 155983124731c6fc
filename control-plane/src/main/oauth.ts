import type { Clock } from '@vedette/proto/clock'
import type { ControlPlaneConfig } from '../config/index.ts'
import type { HttpOptions } from '../http/index.ts'
import { createResourceServer, createSignIn } from '../oauth/index.ts'

// The provider's door, where one is configured.
export function toOAuth(
  { oauth, http }: Pick<ControlPlaneConfig, 'oauth' | 'http'>,
  parts: Readonly<{ isKnown(organisation: string): boolean; clock: Clock }>,
): Pick<HttpOptions, 'oauth'> {
  if (oauth === undefined) return {}
  const publicUrl = http.public_url ?? null
  const signIn = publicUrl === null ? null : createSignIn({ oauth, publicUrl, ...parts })
  return { oauth: { resource: createResourceServer({ oauth, ...parts }), signIn, publicUrl } }
}
