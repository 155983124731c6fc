import type { HttpClient } from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { signApp } from './app.ts'
import type { GithubConfig } from './config.ts'

// What one question may do: read these, in one repository or in all that the installation has.
export type Power = Readonly<{ permissions: readonly string[]; repo?: string | undefined }>

export type Credentials = Readonly<{
  // A secret of the configuration, to tell its rotation.
  read(): Promise<string>
  // The token for one question. Throws `unauthorized` or `forbidden`.
  getToken(power: Power, context: CallContext): Promise<string>
  // Who the App is, to GitHub itself.
  getAppToken(context: CallContext): Promise<string>
}>

const grant = z.object({ token: z.string().min(1).max(4096), expires_at: z.string() })
type Grant = Readonly<{ token: string; until: number; key: string }>

const EARLY_MS = 120_000
const MAX_GRANTS = 200

// The credential of one instance: a token as it is, or tokens that an App asks for, each for one repository and the
// permissions of one operation, kept until shortly before they expire.
export function createCredentials(
  config: GithubConfig,
  { context, http }: Readonly<{ context: ConnectContext; http: HttpClient }>,
): Credentials {
  const grants = new Map<string, Grant>()
  const { token, private_key: privateKey, app_id: appId = 0, installation_id: installation = 0 } = config
  const secret = token ?? privateKey ?? { env: '' } // the schema demands one of them

  async function getAppToken(call: CallContext): Promise<string> {
    const facts = { appId, now: call.clock.now(), credential: context.instance }
    return signApp(await context.readSecret(secret), facts)
  }

  async function ask({ permissions, repo }: Power, call: CallContext): Promise<Grant> {
    const headers = { authorization: `Bearer ${await getAppToken(call)}` }
    const body = {
      permissions: Object.fromEntries(permissions.map((one) => [one, 'read'])),
      ...(repo === undefined ? {} : { repositories: [repo] }),
    }
    const path = ['app', 'installations', String(installation), 'access_tokens']
    const { json } = await http.postJson({ path, body, headers, context: call }).catch((error: unknown) => {
      // Refused when the installation lacks a permission or the repository.
      if (error instanceof SourceError && error.carried.status === 422)
        throw new SourceError('forbidden', { status: 422, missing: describePower({ permissions, repo }) })
      throw error
    })
    const parsed = grant.safeParse(json)
    const until = parsed.success ? Date.parse(parsed.data.expires_at) : Number.NaN
    if (!parsed.success || Number.isNaN(until)) throw new SourceError('unusable', { why: 'schema_mismatch' })
    return { token: parsed.data.token, until, key: await context.readSecret(secret) }
  }

  return {
    read: () => context.readSecret(secret),
    getAppToken,
    async getToken(power, call) {
      const key = await context.readSecret(secret)
      if (token !== undefined) return key
      const id = `${power.repo?.toLowerCase() ?? '*'} ${[...power.permissions].sort().join()}`
      const known = grants.get(id)
      if (known !== undefined && known.key === key && call.clock.now() < known.until - EARLY_MS)
        return known.token
      const made = await ask(power, call)
      grants.delete(id)
      grants.set(id, made)
      const [oldest] = grants.keys()
      if (grants.size > MAX_GRANTS && oldest !== undefined) grants.delete(oldest)
      return made.token
    },
  }
}

// The permissions of a question in GitHub's words.
export function describePower({ permissions }: Power): string {
  return permissions.map((one) => `${one.replaceAll('_', ' ')}: read`).join(', ')
}
