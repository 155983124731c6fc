import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { fieldRegistry } from '../fields.ts'
import { namespaceName, objectName } from './shapes.ts'

const text = z.string().nullable()
fieldRegistry.add(text, { redact: 'free_text' })

// Values of one config map.
export const k8sConfigmapsGet = defineOperation({
  id: 'k8s.configmaps.get',
  title: 'Values of a config map',
  describe: 'Reads the values of one config map, redacted and capped at 64 KiB each.',
  when: ['configmap values', 'configuration of an application', 'check a setting'],
  contract: 1,
  input: z.strictObject({
    namespace: namespaceName(),
    name: objectName('Config map name'),
    keys: z
      .array(z.string().regex(/^[A-Za-z0-9._-]{1,253}$/, 'must be a key'))
      .min(1)
      .max(50)
      .optional()
      .describe('Only these keys; absent, all'),
  }),
  output: z.object({
    namespace: z.string(),
    name: z.string(),
    resource_version: z.string(),
    values: z.array(
      z.object({
        key: z.string(),
        bytes: z.number(),
        binary: z.boolean().describe('Binary values are not shown'),
        cut: z.boolean().describe('true when only the first 64 KiB are shown'),
        text,
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'protected_read',
  freshness: 30,
  permissions: { kubernetes: ['get configmaps'] },
  proof: 'the config map was read; an unknown name or key is refused',
  sensitive: true,
  since: '0.1.0',
})
