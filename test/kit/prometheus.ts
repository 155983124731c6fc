import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { eventually } from './eventually.ts'
import { createFolder } from './folder.ts'
import { getFreePort } from './ports.ts'
import { type StartedProcess, startProcess } from './process.ts'
import { findProgram } from './programs.ts'

/**
 * What Prometheus scrapes besides itself and a node exporter (`targets`, each "host:port"), its rule groups in
 * Prometheus' own form, its Alertmanager, and a port to reuse after a restart.
 */
export type PrometheusOptions = {
  readonly port?: number
  readonly folder?: string
  readonly targets?: readonly string[]
  readonly ruleGroups?: readonly unknown[]
  readonly alertmanagerUrl?: string
  readonly args?: readonly string[]
}

/** A started server with an HTTP address on loopback. */
export type StartedHttp = StartedProcess & { readonly url: string; readonly port: number }

/** A real Prometheus; `folder` holds its data and can be given to the next start. */
export type StartedPrometheus = StartedHttp & { readonly folder: string; readonly nodeExporter: StartedHttp }

/**
 * Starts a node exporter and a Prometheus that scrapes it and itself each second (jobs `node`, `prometheus`
 * and `extra`), and resolves once every target was scraped, whether it was up or down.
 */
export async function startPrometheus(
  cleanup: Cleanup,
  options: PrometheusOptions = {},
): Promise<StartedPrometheus> {
  const nodeExporter = await startNodeExporter(cleanup)
  const folder = options.folder ?? createFolder(cleanup)
  const port = options.port ?? (await getFreePort())
  const host = `127.0.0.1:${port}`
  const jobs = [
    toJob('prometheus', [host]),
    toJob('node', [`127.0.0.1:${nodeExporter.port}`]),
    ...(options.targets === undefined ? [] : [toJob('extra', options.targets)]),
  ]
  // JSON is YAML, so nothing needs quoting by hand.
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: [join(folder, 'rules.json')],
    scrape_configs: jobs,
    ...(options.alertmanagerUrl === undefined ? {} : { alerting: toAlerting(options.alertmanagerUrl) }),
  }
  writeFileSync(join(folder, 'rules.json'), JSON.stringify({ groups: options.ruleGroups ?? [] }))
  writeFileSync(join(folder, 'prometheus.json'), JSON.stringify(config))
  const url = `http://${host}`
  const started = await startProcess(cleanup, {
    name: 'prometheus',
    file: findProgram('prometheus'),
    args: [
      `--config.file=${join(folder, 'prometheus.json')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${host}`,
      '--web.enable-lifecycle',
      '--web.enable-remote-write-receiver',
      ...(options.args ?? []),
    ],
    cwd: folder,
    ready: { url: `${url}/-/ready` },
    readyMs: 30_000,
  })
  const targets = jobs.flatMap((job) => job.static_configs).flatMap((group) => group.targets).length
  await eventually(async () => (await countScraped(url)) >= targets, { timeoutMs: 30_000 })
  return { ...started, url, port, folder, nodeExporter }
}

/** Starts a node exporter with its default collectors on loopback. */
export async function startNodeExporter(cleanup: Cleanup): Promise<StartedHttp> {
  const port = await getFreePort()
  const url = `http://127.0.0.1:${port}`
  const started = await startProcess(cleanup, {
    name: 'node exporter',
    file: findProgram('prometheus-node-exporter'),
    args: [`--web.listen-address=127.0.0.1:${port}`],
    ready: { url: `${url}/` },
  })
  return { ...started, url, port }
}

function toJob(name: string, targets: readonly string[]) {
  return { job_name: name, static_configs: [{ targets }] }
}

function toAlerting(url: string) {
  return { alertmanagers: [{ static_configs: [{ targets: [new URL(url).host] }] }] }
}

async function countScraped(url: string): Promise<number> {
  const response = await fetch(`${url}/api/v1/query?query=count(up)`)
  // Prometheus' documented answer to an instant query; the only field read is the sample's text.
  const body = (await response.json()) as { data: { result: { value: [number, string] }[] } }
  return Number(body.data.result[0]?.value[1] ?? 0)
}
