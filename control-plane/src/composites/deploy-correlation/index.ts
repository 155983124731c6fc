import { deploysList, instant, servicesSignalsGet, windowFrom, windowTo } from '@vedette/proto/operations'
import { isNotConfigured } from '@vedette/proto/visibility'
import { z } from 'zod'
import { type AskedFor, defineComposite, type Findings } from '../define-composite.ts'
import { areWhole, boundOf, type Read } from '../read.ts'
import type { Reader } from '../reader.ts'
import { toDeployChanges } from '../shared/change.ts'
import { mergeChanges } from '../shared/merge-changes.ts'
import { NAMESPACE_PATTERN } from '../shared/names.ts'
import { firstSymptom, type Symptom, showOnset, toSymptoms } from '../shared/symptom.ts'
import { HOUR, spanArguments } from '../shared/time.ts'
import { type Assessment, assessChanges, BY_CLUSTER } from '../suspects/assess.ts'
import type { Target } from '../suspects/rank.ts'
import { readDiff, readHistories } from './histories.ts'
import { showChanges } from './show.ts'

const SCALE = ['no_change_found', 'symptom_first', 'inconclusive', 'likely_change'] as const
type Verdict = (typeof SCALE)[number]

const MAX_CHANGES = { brief: 10, full: 40 } as const
// A moment that the caller names is as exact as people are.
const NAMED_PLUS_MINUS_S = 60
const NEAR_MS = 15 * 60_000

const INPUT = z.strictObject({
  service: z.string().min(1).max(256).describe('Service with the symptom'),
  at: instant('When the symptom began, if known').optional(),
  namespace: z
    .string()
    .regex(NAMESPACE_PATTERN, 'must be a namespace name')
    .optional()
    .describe('Kubernetes namespace of its workload'),
  workload: z.string().min(1).max(256).optional().describe('Workload, where its name is not the service'),
  release: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Helm release, where its name is not told by deploys'),
  app: z.string().min(1).max(256).optional().describe('GitOps application, likewise'),
  from: windowFrom(),
  to: windowTo(),
})
type Input = z.output<typeof INPUT>

// Which change precedes the symptom.
export const deployCorrelation = defineComposite({
  id: 'deploy_correlation',
  title: 'Which change precedes the symptom',
  describe:
    'Finds when a service left its normal level and ranks the deploys, flags and cloud changes before it, with reasons for and against and what the same change did elsewhere.',
  when: ['did a deploy break it', 'what changed before the errors', 'bad release', 'which change caused'],
  needs: {
    input: ['deploys.list'],
    grading: ['services.signals.get'],
    enriching: [
      'cloud.audit_events.search',
      'feature_flags.list',
      'gitops.apps.history',
      'helm.releases.history',
      'k8s.rollouts.history',
      'scm.compare',
    ],
  },
  input: INPUT,
  routes: ['cluster', 'account', 'backend'],
  window: { defaultSeconds: 6 * 3600, maxSeconds: 2 * 86_400 },
  run,
})

async function run(reader: Reader, { input, window, detail }: AskedFor<Input>): Promise<Findings> {
  const span = window ?? { from: reader.now - 6 * HOUR, to: reader.now }
  const times = spanArguments(span)
  const [deploys, signals] = await Promise.all([
    reader.read(deploysList, { ...times, limit: 1000 }),
    reader.read(servicesSignalsGet, { service: input.service, ...times, step: stepOf(span) }),
  ])
  reader.follow()
  const own = toDeployChanges(deploys)
  const [histories, by_cluster] = await Promise.all([
    readHistories(reader, { input, span, deploys }),
    isManyPlaces(own)
      ? reader.read(servicesSignalsGet, {
          service: input.service,
          ...times,
          step: stepOf(span),
          group_by: [BY_CLUSTER],
        })
      : null,
  ])
  const changes = mergeChanges([...own, ...histories.changes])
  const symptom = pickSymptom(toSymptoms(signals), input.at)
  const target = toTarget(input, symptom, { deploys, changes })
  const assessment =
    target === null
      ? null
      : assessChanges({
          target,
          changes,
          symptom,
          signals,
          by_cluster,
          deploys_whole: deploys.isWhole,
        })
  const diff = await readDiff(reader, { deploys, suspect: assessment?.suspects[0] ?? null })
  const sources: readonly (Read<unknown> | null)[] = [deploys, ...histories.reads]
  const verdict = judge({ assessment, target, sources })
  return {
    scale: SCALE,
    findings: [{ grade: verdict }],
    body: {
      symptom: symptom === null ? null : { ...showOnset(symptom), ...toNames(symptom, input) },
      changes: showChanges({ assessment, changes, diff, max: MAX_CHANGES[detail] }),
      changes_total: boundOf(changes.length, [deploys, ...histories.reads.filter((one) => one !== null)]),
      controls: assessment?.controls ?? null,
      ...(target === null
        ? { no_onset: 'no signal left its level in the window, and at was not given' }
        : {}),
    },
    next: [
      {
        tool: 'change_timeline',
        args: { from: times.from, to: times.to },
        why: 'shows every change of the window, of any service',
      },
    ],
  }
}

// The verdict, worst finding wins. Nothing before is said only of what was looked at whole: `no_change_found` when
// every declared source of changes was read, `symptom_first` when every one that exists here was.
function judge(
  facts: Readonly<{
    assessment: Assessment | null
    target: Target | null
    sources: readonly (Read<unknown> | null)[]
  }>,
): Verdict {
  const { assessment, target, sources } = facts
  if (assessment === null || target === null) return 'inconclusive'
  if (assessment.suspects.some((one) => one.call === 'likely')) return 'likely_change'
  if (assessment.suspects.length === 0) return areWhole(sources) ? 'no_change_found' : 'inconclusive'
  const existing = sources.filter((read) => read !== null && !isNowhere(read))
  const isFirst = assessment.suspects.every((one) => one.lag_s < -target.plus_minus_s)
  return isFirst && areWhole(existing) ? 'symptom_first' : 'inconclusive'
}

function isNowhere(read: Read<unknown>): boolean {
  return read.sources.every((source) => isNotConfigured(source.state))
}

// Points every minute, or what keeps the series within a few hundred.
function stepOf({ from, to }: Readonly<{ from: number; to: number }>): number {
  return Math.max(60, Math.ceil((to - from) / 1000 / 360 / 60) * 60)
}

function isManyPlaces(changes: ReturnType<typeof toDeployChanges>): boolean {
  return new Set(changes.flatMap((change) => change.where.cluster ?? [])).size > 1
}

// Near the moment that the caller names, if one is named.
function pickSymptom(symptoms: readonly Symptom[], at: string | undefined): Symptom | null {
  if (at === undefined) return firstSymptom(symptoms)
  return firstSymptom(symptoms.filter((one) => Math.abs(one.onset.at - Date.parse(at)) <= NEAR_MS))
}

function toTarget(
  input: Input,
  symptom: Symptom | null,
  { deploys, changes }: Readonly<{ deploys: Read<unknown>; changes: ReturnType<typeof toDeployChanges> }>,
): Target | null {
  const onset = symptom?.onset.at ?? (input.at === undefined ? null : Date.parse(input.at))
  if (onset === null) return null
  const workload = input.workload ?? input.service
  const known = changes.find((one) => one.where.workload === workload || one.where.service === input.service)
  const clusters = new Set(changes.flatMap((one) => one.where.cluster ?? []))
  return {
    onset,
    plus_minus_s: symptom?.onset.plus_minus_s ?? NAMED_PLUS_MINUS_S,
    where: {
      cluster: clusters.size === 1 ? (known?.where.cluster ?? null) : null,
      ns: input.namespace ?? null,
      workload,
      service: input.service,
    },
    depends_on: [],
    cite: symptom?.cite ?? (() => deploys.views[0]?.cite() ?? ''),
  }
}

function toNames({ service, query, backend, cite }: Symptom, { at }: Input) {
  return {
    service,
    query: query.slice(0, 300),
    backend,
    evidence: cite(),
    ...(at === undefined ? {} : { asked_at: at }),
  }
}
