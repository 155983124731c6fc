import { askHalf } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { GrafanaClient } from './client.ts'

const permissions = z.record(z.string(), z.array(z.string()))

// Scopes that leave nothing out, by action. Folders hide what is in them without a word.
const WHOLE: Readonly<Record<string, readonly string[]>> = Object.freeze({
  'dashboards:read': ['dashboards:*', 'dashboards:uid:*', 'folders:*', 'folders:uid:*'],
  'alert.rules:read': ['folders:*', 'folders:uid:*'],
  'datasources:read': ['datasources:*', 'datasources:uid:*'],
  'annotations:read': ['annotations:*'],
  'alert.notifications:read': [''],
  'alert.instances:read': [''],
})

export type Action = 'dashboards:read' | 'alert.rules:read' | 'datasources:read' | 'annotations:read'
export type GlobalAction = 'alert.notifications:read' | 'alert.instances:read'

// Why a list may leave things out without saying so; undefined when the credential may read all of the kind.
export async function findHidden(
  client: GrafanaClient,
  actions: readonly (Action | GlobalAction)[],
  context: CallContext,
): Promise<string | undefined> {
  const half = await askHalf({}, () =>
    client.ask({
      path: ['access-control', 'user', 'permissions'],
      schema: permissions,
      needs: 'signed in',
      context,
    }),
  )
  if (half.value === undefined) return 'permissions_not_readable'
  const held = half.value
  const isWhole = actions.every((action) => {
    const scopes = held[action]
    const whole = WHOLE[action] ?? []
    return scopes?.some((scope) => scope === '*' || whole.includes(scope)) === true
  })
  return isWhole ? undefined : 'credential_may_not_see_all'
}
