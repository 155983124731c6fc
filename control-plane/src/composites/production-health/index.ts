import {
  alertsActiveList,
  alertsHistoryList,
  alertsSilencesList,
  cloudServiceHealthList,
  deploysList,
  errorsIssuesSearch,
  incidentsList,
  k8sDeploymentsList,
  k8sNodesList,
  k8sPodsList,
  metricsTargetsList,
  slosBurnGet,
  slosList,
  syntheticsTestsList,
} from '@vedette/proto/operations'
import type { NextCall } from '@vedette/proto/visibility'
import { z } from 'zod'
import { defineComposite } from '../define-composite.ts'
import { boundOf, countItems, itemsOf, type Read } from '../read.ts'
import type { Reader } from '../reader.ts'
import { countUndated, toDeployChanges } from '../shared/change.ts'
import { DAY, HOUR, spanArguments } from '../shared/time.ts'
import { toByScope } from './by-scope.ts'
import { deploymentProblems, nodeProblems, podProblems } from './from-kubernetes.ts'
import {
  alertProblems,
  cloudProblems,
  errorProblems,
  incidentProblems,
  sloProblems,
  syntheticProblems,
  targetProblems,
} from './from-signals.ts'
import { foldProblems, type Problem, SCALE } from './problem.ts'
import { showProblem, toVersus } from './show.ts'

const NEAREST_MS = 6 * HOUR
const MAX_BURNS = 5
const MAX_PROBLEMS = { brief: 25, full: 80 } as const

// Is anything wrong now, over everything that this fleet can see.
export const productionHealth = defineComposite({
  id: 'production_health',
  title: 'Health of production',
  describe:
    'Says whether anything is wrong now, per cluster and account, worst first: firing alerts, incidents, objectives, nodes, workloads, with what changed shortly before.',
  when: ['is anything wrong', 'state of production', 'what is broken now', 'health check', 'morning check'],
  needs: {
    input: null,
    grading: [
      'alerts.active.list',
      'cloud.service_health.list',
      'incidents.list',
      'k8s.deployments.list',
      'k8s.nodes.list',
      'k8s.pods.list',
      'metrics.targets.list',
      'slos.list',
      'synthetics.tests.list',
    ],
    enriching: [
      'alerts.history.list',
      'alerts.silences.list',
      'deploys.list',
      'errors.issues.search',
      'slos.burn.get',
    ],
  },
  input: z.strictObject({
    severity: z
      .enum(['page', 'ticket', 'info'])
      .default('info')
      .describe('Show problems from this severity on'),
  }),
  routes: ['cluster', 'account', 'backend'],
  async run(reader, { input, detail }) {
    const reads = await readAll(reader)
    const problems = foldProblems([
      ...alertProblems(reads.alerts, reads.silences),
      ...incidentProblems(reads.incidents),
      ...sloProblems(reads.slos, reads.burns),
      ...nodeProblems(reads.nodes),
      ...podProblems(reads.pods),
      ...deploymentProblems(reads.deployments),
      ...cloudProblems(reads.cloud),
      ...syntheticProblems(reads.synthetics),
      ...errorProblems(reads.errors),
      ...targetProblems(reads.targets),
    ])
    const shown = problems.filter((one) => isShown(one, input.severity)).slice(0, MAX_PROBLEMS[detail])
    const { alerts, incidents, slos, nodes, pods, deployments, cloud, synthetics, targets } = reads
    const graded = [alerts, incidents, slos, nodes, pods, deployments, cloud, synthetics, targets]
    const counted = [...graded, reads.errors]
    const changes = {
      all: toDeployChanges(reads.deploys),
      from: reader.now - NEAREST_MS,
      isWhole: reads.deploys.isWhole && countUndated(reads.deploys) === 0,
    }
    return {
      scale: SCALE,
      findings: problems.filter((one) => one.grade !== 'ok'),
      body: {
        problems: shown.map((one) => showProblem(one, { now: reader.now, changes })),
        problems_total: boundOf(problems.length, counted),
        by_scope: toByScope({ ...reads, problems }),
        looked_fine: toLookedFine(reads),
        versus: toVersus(problems, { now: reader.now, reads: counted, past: reads }),
      },
      next: toNext(problems),
    }
  },
})

async function readAll(reader: Reader) {
  const { now } = reader
  const day = spanArguments({ from: now - DAY, to: now })
  const week = spanArguments({ from: now - 7 * DAY, to: now })
  const history = reader.read(alertsHistoryList, { ...day, limit: 1000 })
  const [alerts, incidents, slos, nodes, pods, deployments, cloud, deploys, errors, targets, synthetics] =
    await Promise.all([
      reader.read(alertsActiveList, { limit: 1000 }),
      reader.read(incidentsList, { ...week, limit: 500 }),
      reader.read(slosList, { limit: 500 }),
      reader.read(k8sNodesList, { problem_only: true, limit: 5000 }),
      reader.read(k8sPodsList, { problem_only: true, limit: 5000 }),
      reader.read(k8sDeploymentsList, { unhealthy_only: true, limit: 5000 }),
      reader.read(cloudServiceHealthList, { ...day, open_only: true, limit: 100 }),
      reader.read(deploysList, { ...spanArguments({ from: now - NEAREST_MS, to: now }), limit: 500 }),
      reader.read(errorsIssuesSearch, { ...day, state: 'unresolved', limit: 50 }),
      reader.read(metricsTargetsList, { state: 'down', limit: 500 }),
      reader.read(syntheticsTestsList, { limit: 500 }),
    ])
  reader.follow()
  const burning = slos.views.flatMap((view) =>
    view.value.slos
      .filter((slo) => slo.state === 'at_risk' || slo.state === 'breached')
      .map((slo) => ({ id: slo.id, backend: view.instance })),
  )
  const [silences, ...burns] = await Promise.all([
    readSilences(reader, alerts),
    ...burning.slice(0, MAX_BURNS).map(({ id, backend }) => reader.read(slosBurnGet, { id }, { backend })),
  ])
  return {
    ...{ alerts, history: await history, silences, incidents, slos, burns, nodes, pods, deployments },
    ...{ cloud, deploys, errors, targets, synthetics },
  }
}

// Who silenced what and until when, where something is silenced at all.
function readSilences(reader: Reader, alerts: Read<z.output<typeof alertsActiveList.output>>) {
  const isAny = itemsOf(alerts, (value) => value.alerts).some(
    ({ item }) => (item.silenced_by ?? []).length > 0,
  )
  if (isAny) return reader.read(alertsSilencesList, { limit: 1000 })
  reader.spare(alertsSilencesList, 'nothing that fires is silenced')
  return null
}

type Reads = Awaited<ReturnType<typeof readAll>>

function isShown({ severity }: Problem, from: Problem['severity']): boolean {
  const order = ['page', 'ticket', 'info']
  return order.indexOf(severity) <= order.indexOf(from)
}

// What was looked at and found well, with how many there are; null where that is not known.
function toLookedFine({ nodes, pods, targets }: Reads) {
  const rows = [
    {
      what: 'nodes',
      bad: countItems(nodes, (value) => value.nodes.length),
      of: countItems(nodes, (value) => value.read),
    },
    {
      what: 'pods',
      bad: countItems(pods, (value) => value.pods.length),
      of: countItems(pods, ({ by_status }) => Object.values(by_status).reduce((sum, n) => sum + n, 0)),
    },
    {
      what: 'collection targets',
      bad: countItems(targets, ({ counts }) => counts.down + counts.unknown),
      of: countItems(targets, ({ counts }) => counts.up + counts.down + counts.unknown),
    },
  ]
  return rows
    .filter(({ of }) => of !== null)
    .map(({ what, bad, of }) => ({
      what,
      n: typeof bad === 'number' && typeof of === 'number' ? Math.max(0, of - bad) : null,
      of,
    }))
}

function toNext(problems: readonly Problem[]): readonly NextCall[] {
  return problems.slice(0, 4).flatMap(({ id, where, what }): readonly NextCall[] => {
    const { cluster, ns, workload } = where
    if (id.startsWith('workload:') && cluster !== null && ns !== null && workload !== null)
      return [
        {
          tool: 'workload_triage',
          args: { cluster, namespace: ns, name: workload },
          why: 'says why this workload is not well',
        },
      ]
    if (id.startsWith('node:') && cluster !== null)
      return [{ tool: 'node_triage', args: { cluster, node: workload }, why: 'says what this node hosts' }]
    if (id.startsWith('alert:') && !what.endsWith('silenced'))
      return [{ tool: 'alerts_active_list', args: {}, why: 'gives the ids that investigate_alert takes' }]
    return []
  })
}
