import { endpointFields } from '@vedette/connectors/kit'
import { baseUrlField } from '@vedette/proto/connector'
import { z } from 'zod'

const datasourceField = z.strictObject({
  uid: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/)
    .describe('UID of the data source, as datasources_list gives it'),
  kind: z.enum(['prometheus', 'loki', 'tempo']).describe('Which API it speaks; Grafana must say the same'),
  alias: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
    .optional()
    .describe("Ends the instance's name in place of the UID"),
  covers: z
    .array(z.string().min(1).max(128))
    .max(50)
    .default([])
    .describe('Names of other instances whose data this data source also holds'),
})

// One Grafana organisation, by a service account's token.
export const configSchema = z.strictObject({
  ...endpointFields('Base URL of Grafana, with any path prefix, without /api'),
  expect_org: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional()
    .describe('Id of the organisation that the credential must belong to; another is not read'),
  service_labels: z
    .array(z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/))
    .min(1)
    .max(12)
    .default(['service', 'service_name', 'app', 'job'])
    .describe('Labels of alerts that may hold the name of a service'),
  covers: z
    .array(z.string().min(1).max(128))
    .max(50)
    .default([])
    .describe('Names of other instances whose data this one also holds'),
  irm: z
    .boolean()
    .default(false)
    .describe(
      'Grafana has the IRM plugin, whose incidents are read; absent, there is no source of incidents here',
    ),
  oncall_url: baseUrlField(
    'Base URL of the OnCall API, without /api/v1, as the settings of IRM or OnCall show it; it gets the same credential',
  ).optional(),
  datasources: z
    .array(datasourceField)
    .max(50)
    .refine((all) => isEach(all.map((one) => one.uid)), 'each data source must be its own')
    .refine((all) => isEach(all.map(toSuffix)), 'each alias must be its own')
    .default([])
    .describe('Data sources that are queried through Grafana, each as an instance of its own'),
})

export type DatasourceConfig = z.output<typeof datasourceField>
export type Kind = DatasourceConfig['kind']
// `part` is set by `splitDatasources` alone.
export type GrafanaConfig = z.output<typeof configSchema> & Readonly<{ part?: 'datasource' }>

function isEach(names: readonly string[]): boolean {
  return new Set(names).size === names.length
}

function toSuffix({ alias, uid }: Pick<DatasourceConfig, 'alias' | 'uid'>): string {
  return alias ?? uid
}

// Grafana itself, and one instance for each data source that is queried through it.
export function splitDatasources(
  config: GrafanaConfig,
): readonly Readonly<{ suffix: string; config: GrafanaConfig }>[] {
  const own = { suffix: '', config: { ...config, datasources: [] } }
  const through = config.datasources.map((source) => ({
    suffix: toSuffix(source),
    config: { ...config, datasources: [source], covers: source.covers, part: 'datasource' as const },
  }))
  return [own, ...through]
}
