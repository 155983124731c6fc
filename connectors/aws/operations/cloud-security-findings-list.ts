import { cloudSecurityFindingsList } from '@vedette/proto/operations'
import type { Output } from '../client.ts'
import type { Reader } from '../connect.ts'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { holds, placeOf, told } from '../values.ts'

type Finding = NonNullable<Output<'securityhub', 'getFindings'>['Findings']>[number]

const RANKS = Object.freeze(['info', 'low', 'medium', 'high', 'critical'] as const)
const SEVERITIES = Object.freeze({
  INFORMATIONAL: 'info',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
  CRITICAL: 'critical',
} as const)

// Active findings of Security Hub, which gathers those of GuardDuty, Inspector, Macie and others where they are joined.
export const serveSecurityFindingsList = serveList(cloudSecurityFindingsList, {
  async read(reader, input) {
    const paged = await collect<Finding>(async (NextToken) => {
      const said = await reader.call('securityhub', 'getFindings', {
        MaxResults: 100,
        Filters: {
          RecordState: [{ Value: 'ACTIVE', Comparison: 'EQUALS' }],
          ...(input.updated_since === undefined
            ? {}
            : {
                UpdatedAt: [
                  { Start: input.updated_since, End: new Date(reader.context.clock.now()).toISOString() },
                ],
              }),
        },
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.Findings, next: said.NextToken }
    })
    const rows = mapPaged(paged, (all) =>
      all
        .map((one) => toRow(reader, one))
        .filter(
          (row) =>
            input.severity === undefined ||
            row.severity === 'unknown' ||
            RANKS.indexOf(row.severity) >= RANKS.indexOf(input.severity),
        )
        .filter((row) => holds(row.source, input.source) && holds(row.resource, input.resource)),
    )
    // A service that is not switched on finds nothing.
    return {
      paged: rows,
      ...(input.source === undefined ? {} : { unproven: 'the_source_may_not_be_switched_on' }),
    }
  },
  keyOf: (row) => [-['unknown', ...RANKS].indexOf(row.severity), row.region ?? '', row.id],
  toValue: ({ rows, total, all }) => ({
    findings: [...rows],
    sources: ['Security Hub', ...new Set(all.flatMap((row) => row.source ?? []))],
    total,
  }),
})

function toRow(reader: Reader, one: Finding) {
  const [resource] = one.Resources ?? []
  return {
    id: one.Id ?? '',
    ...placeOf(reader),
    title: one.Title ?? '',
    description: told(one.Description),
    severity: one.Severity?.Label === undefined ? ('unknown' as const) : SEVERITIES[one.Severity.Label],
    kind: toKind(one.Types?.[0] ?? ''),
    source: one.ProductName ?? null,
    resource: resource?.Id ?? null,
    resource_type: resource?.Type ?? null,
    state: toState(one),
    first_at: one.FirstObservedAt ?? one.CreatedAt ?? null,
    last_at: one.LastObservedAt ?? one.UpdatedAt ?? null,
    remediation: told(one.Remediation?.Recommendation?.Text),
    url: told(one.SourceUrl),
  }
}

function toKind(type: string): 'threat' | 'misconfiguration' | 'vulnerability' | 'sensitive_data' | 'other' {
  if (/Vulnerabilities/.test(type)) return 'vulnerability'
  if (/^Software and Configuration Checks/.test(type)) return 'misconfiguration'
  if (/^Sensitive Data/.test(type)) return 'sensitive_data'
  return /^(?:TTPs|Effects|Unusual Behaviors)/.test(type) ? 'threat' : 'other'
}

function toState(one: Finding): 'open' | 'suppressed' | 'resolved' {
  if (one.Workflow?.Status === 'SUPPRESSED') return 'suppressed'
  return one.Workflow?.Status === 'RESOLVED' ? 'resolved' : 'open'
}
