import { readFileSync } from 'node:fs'
import { arch, platform, release } from 'node:os'
import type { AuditPage, FleetPage, WhoAmI } from '../../src/http/api-types.ts'
import { VERSION } from '../../src/main/version.ts'
import { CliError } from '../cli-error.ts'
import type { ApiClient } from '../client.ts'
import type { Check } from '../doctor/types.ts'
import { shapeConfig } from './shape-config.ts'

// What could not be put into a report, and why: a hole is told, never left empty.
type Missing = Readonly<{ not_read: string }>

export type Report = Readonly<Record<string, unknown>>

export type ReportParts = Readonly<{
  // Null where no control plane is named.
  api: ApiClient | null
  checks: readonly Check[]
  // Configuration files to show the shape of.
  configs: readonly string[]
  // Epoch milliseconds.
  now: number
}>

const AUDIT_ROWS = 200

// Versions, checks, the fleet, what became of recent calls, and the shape of configurations: closed fields only, taken
// by name. No argument, purpose, result or address is read into it.
export async function collectReport({ api, checks, configs, now }: ReportParts): Promise<Report> {
  return {
    report: 1,
    at: new Date(now).toISOString(),
    versions: {
      ...{ vedette: VERSION, node: process.versions.node },
      ...{ platform: platform(), release: release(), arch: arch() },
      control_plane: await read(api, '/api/v1/whoami', (me: WhoAmI) => me.version),
    },
    doctor: checks,
    fleet: await read(api, '/api/v1/fleet', toFleet),
    audit: await read(api, `/api/v1/audit?limit=${AUDIT_ROWS}`, toAudit),
    configurations: configs.map(toConfig),
  }
}

async function read<T, R>(api: ApiClient | null, path: string, take: (page: T) => R): Promise<R | Missing> {
  if (api === null) return { not_read: 'no control plane is named' }
  try {
    return take(await api.get<T>(path))
  } catch (error) {
    if (error instanceof CliError) return { not_read: error.message }
    if (error instanceof TypeError) return { not_read: 'the control plane is of another version' }
    throw error
  }
}

function toFleet(page: FleetPage) {
  return {
    ...{ at: page.at, knowledge: page.knowledge, blind: page.blind, fleet_verdict: page.fleet_verdict },
    agents: page.agents.map((agent) => ({
      ...{ name: agent.name, status: agent.status, version: agent.version },
      connectors: agent.connectors.map((one) => ({
        ...{ instance: one.instance, connector: one.connector, health: one.health, code: one.code ?? null },
        ...{ served: one.operations.length, denied: one.denied.length },
      })),
    })),
  }
}

function toAudit(page: AuditPage) {
  return {
    ...{ may_be_more: page.may_be_more, unreadable: page.unreadable },
    rows: page.rows.map((row) => ({
      ...{ at: row.at, kind: row.kind, action: row.action, outcome: row.outcome ?? null },
      bytes: row.bytes ?? null,
    })),
  }
}

function toConfig(file: string, index: number) {
  try {
    return {
      file: index + 1,
      shape: shapeConfig(readFileSync(file, 'utf8')) ?? { not_read: 'it is not YAML' },
    }
  } catch {
    return { file: index + 1, not_read: 'the file cannot be read' }
  }
}
