import type { CallContext } from '@vedette/proto/connector'
import type { logsSearch } from '@vedette/proto/operations'
import type { z } from 'zod'
import { namesAnswer } from './answers.ts'
import type { LokiClient } from './client.ts'
import type { LokiConfig } from './config.ts'
import { toLevelStage } from './levels.ts'
import { type Matcher, renderMatchers, renderSelector } from './logql/matchers.ts'
import { parseSelector, renderLineFilter } from './logql/parse.ts'
import { encodeString } from './logql/strings.ts'
import { toNanos } from './times.ts'

type Filters = Pick<
  z.output<typeof logsSearch.input>,
  | 'service'
  | 'workload'
  | 'cluster'
  | 'namespace'
  | 'environment'
  | 'host'
  | 'source'
  | 'severity'
  | 'contains'
  | 'not'
  | 'trace_id'
>
export type LogFilters = Readonly<{ [K in keyof Filters]?: Filters[K] | undefined }>
export type Over = Readonly<{ window: Readonly<{ from: number; to: number }>; context: CallContext }>

// Where lines come from as matchers, and what they pass; `unknown` names the first filter that no label of the window
// holds, so that nothing could be asked for it.
export type Origin = Readonly<{ matchers: readonly Matcher[]; unknown?: string; warnings: readonly string[] }>

const FIELDS = ['service', 'workload', 'cluster', 'namespace', 'environment', 'host'] as const

// Finds the label that holds each filter's value in the window, in the order of the configuration.
export async function findOrigin(client: LokiClient, filters: LogFilters, over: Over): Promise<Origin> {
  const { config } = client
  const enforced = config.enforce_matchers
  const source = filters.source === undefined ? [] : parseSelector(filters.source, 'source')
  const asked = FIELDS.filter((field) => filters[field] !== undefined)
  if (asked.length === 0) return { matchers: [...enforced, ...source], warnings: [] }
  const known = await askLabels(client, over)
  const found: Matcher[] = []
  const warnings = [...known.warnings]
  for (const field of asked) {
    const value = filters[field] ?? ''
    let label: string | undefined
    for (const one of labelsOf(config, field).filter((name) => known.names.includes(name))) {
      const values = await askValues(client, one, over)
      warnings.push(...values.warnings)
      if (!values.names.includes(value)) continue
      label = one
      break
    }
    if (label === undefined) return { matchers: [], unknown: `${field}_unknown`, warnings }
    found.push({ label, op: '=', value })
  }
  return { matchers: [...enforced, ...source, ...found], warnings }
}

function labelsOf(config: LokiConfig, field: (typeof FIELDS)[number]): readonly string[] {
  return config[`${field}_labels`]
}

// The query that matchers and filters make, every value placed by the encoder.
export function toQuery(config: LokiConfig, matchers: readonly Matcher[], filters: LogFilters): string {
  const { contains = [], not = [], severity, trace_id } = filters
  return [
    renderSelector(matchers),
    ...contains.map((text) => renderLineFilter('|=', text, 'contains')),
    ...not.map((text) => renderLineFilter('!=', text, 'not')),
    ...(trace_id === undefined
      ? []
      : [
          config.trace_label === undefined
            ? renderLineFilter('|=', trace_id, 'trace_id')
            : `| ${config.trace_label}=${encodeString(trace_id, 'trace_id')}`,
        ]),
    ...(severity === undefined ? [] : [toLevelStage(config.level_labels, severity)]),
  ].join(' ')
}

type Told = Readonly<{ names: readonly string[]; warnings: readonly string[] }>

// Names of labels in the window, within the enforced matchers.
export function askLabels(client: LokiClient, over: Over): Promise<Told> {
  return askNames(client, ['labels'], over)
}

// Values of one label in the window, within the enforced matchers.
export function askValues(client: LokiClient, label: string, over: Over): Promise<Told> {
  return askNames(client, ['label', label, 'values'], over)
}

async function askNames(
  client: LokiClient,
  path: readonly string[],
  { window, context }: Over,
): Promise<Told> {
  const enforced = client.config.enforce_matchers
  const told = await client.ask({
    path,
    query: {
      start: toNanos(window.from),
      end: toNanos(window.to),
      ...(enforced.length === 0 ? {} : { query: `{${renderMatchers(enforced)}}` }),
    },
    schema: namesAnswer,
    context,
  })
  return { names: [...new Set(told.data ?? [])], warnings: told.warnings ?? [] }
}
