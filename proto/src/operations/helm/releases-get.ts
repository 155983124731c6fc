import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { freeText } from '../values.ts'
import { releaseRow } from './shapes.ts'

// One part of a Helm release: its values, notes, hooks or manifest.
export const helmReleasesGet = defineOperation({
  id: 'helm.releases.get',
  title: 'One Helm release',
  describe:
    'Gives one part of a Helm release: values that were set, notes, hooks or manifest, redacted. Needs leave to read its records.',
  when: ['helm values', 'manifest of a release', 'which values were set', 'helm get'],
  contract: 1,
  input: z.strictObject({
    namespace: wanted('Namespace of the release'),
    release: wanted('Release name'),
    part: z
      .enum(['values', 'notes', 'hooks', 'manifest'])
      .default('values')
      .describe('Which part (default: the values that were set)'),
    revision: z.int().min(1).optional().describe('Revision (default: the newest)'),
  }),
  output: z.object({
    release: releaseRow,
    part: z.string(),
    text: freeText,
    cut: z.literal(true).optional().describe('The part was longer than the cap'),
  }),
  scope: 'cluster',
  tier: 'protected_read',
  freshness: 60,
  permissions: { helm: ['get secrets in the named namespaces (opt-in Role)'] },
  proof: 'never: an unknown release is an error of the argument',
  sensitive: true,
  since: '0.1.0',
})
