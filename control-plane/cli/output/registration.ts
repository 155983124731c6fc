import type { RegistrationDiff } from '../../src/identity/index.ts'

// What a registration changed, or would, one line a cluster; what stays the same is only counted.
export function toRegistrationText(diff: RegistrationDiff): string {
  const lines = [
    ...diff.added.map((alias) => `+ ${alias}`),
    ...diff.changed.map(({ alias, fields }) => `~ ${alias}: ${fields.join(', ')}`),
    ...diff.removed.map((alias) => `- ${alias}`),
    ...diff.absent.map((alias) => `  ${alias} is registered and not in the file: --prune removes it`),
  ]
  const what = diff.dry_run ? 'Nothing is changed yet (--dry-run).' : 'Registered.'
  return `${[...lines, `${what} ${diff.unchanged.length} clusters stay as they are.`].join('\n')}\n`
}
