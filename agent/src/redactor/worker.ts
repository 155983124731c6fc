import { parentPort, workerData } from 'node:worker_threads'
import { cutToSize } from './cut.ts'
import type { Hit } from './detect/hit.ts'
import { redactSync } from './redact-sync.ts'
import type { Finding } from './structure/job.ts'
import type { WorkerAnswer, WorkerJob, WorkerSettings } from './worker-messages.ts'

// The redactor's thread: takes batches of jobs and answers each. Only `worker-engine.ts` starts it.
const settings = workerData as WorkerSettings // the one starter passes this
const findCustom = settings.custom.length === 0 ? undefined : await loadCustom()

// The linear engine is loaded only where somebody has patterns.
async function loadCustom(): Promise<(text: string) => readonly Hit[]> {
  const { createCustomFinder } = await import('./custom.ts')
  return createCustomFinder(settings.custom)
}

function answer(job: WorkerJob): WorkerAnswer {
  try {
    const findings: Finding[] = []
    const { value, counts } = redactSync(JSON.parse(job.text), {
      mode: job.mode,
      key: job.key,
      hints: job.hints,
      addresses: settings.addresses,
      ...(findCustom === undefined ? {} : { findCustom }),
      ...(job.explain ? { onFinding: (finding: Finding) => findings.push(finding) } : {}),
    })
    const sized = cutToSize(value, job.maxBytes === 0 ? Number.MAX_SAFE_INTEGER : job.maxBytes)
    return { id: job.id, ok: true, sized, counts, findings, cpuMs: readCpu() }
  } catch {
    return { id: job.id, ok: false, cpuMs: readCpu() }
  }
}

function readCpu(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

parentPort?.on('message', (jobs: readonly WorkerJob[]) => {
  for (const job of jobs) parentPort?.postMessage(answer(job))
})
parentPort?.postMessage({ id: 'ready', cpuMs: readCpu() } satisfies WorkerAnswer)
