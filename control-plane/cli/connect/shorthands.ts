import type { ConnectorDescription } from '@vedette/proto/connector'
import type { Setting } from './settings.ts'

// Other words for settings that people ask for most, by connector; the connector's own names always work.
const SHORTHANDS: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.freeze({
  aws: { account: 'accounts.alias' },
  gcp: { project: 'projects.project' },
  postgres: { user: 'username' },
  prometheus: { alertmanager: 'alertmanager.url' },
  redis: { user: 'username' },
})

// The other words that this connector's settings have.
export function listShorthands(
  { id }: ConnectorDescription,
  settings: readonly Setting[],
): readonly Readonly<{ flag: string; setting: Setting }>[] {
  return Object.entries(SHORTHANDS[id] ?? {}).flatMap(([flag, name]) => {
    const setting = settings.find((one) => one.name === name)
    return setting === undefined ? [] : [{ flag, setting }]
  })
}
