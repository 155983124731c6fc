import {
  cloudAuditEventsSearch,
  type deploysList,
  featureFlagsList,
  gitopsAppsHistory,
  helmReleasesHistory,
  k8sRolloutsHistory,
  scmCompare,
} from '@vedette/proto/operations'
import type { z } from 'zod'
import { itemsOf, type Read } from '../read.ts'
import type { Reader } from '../reader.ts'
import type { Change } from '../shared/change.ts'
import {
  toAuditChanges,
  toFlagChanges,
  toGitopsChanges,
  toHelmChanges,
  toRolloutChanges,
} from '../shared/change-sources.ts'
import { spanArguments } from '../shared/time.ts'
import type { Suspect } from '../suspects/rank.ts'

type Deploys = Read<z.output<typeof deploysList.output>>
type Names = Readonly<{
  service: string
  namespace?: string | undefined
  workload?: string | undefined
  release?: string | undefined
  app?: string | undefined
}>
type Asked = Readonly<{
  input: Names
  span: Readonly<{ from: number; to: number }>
  deploys: Deploys
}>

// Every other declared source of changes; null stands for one that could not be asked, which is not read.
export async function readHistories(reader: Reader, { input, span, deploys }: Asked) {
  const times = spanArguments(span)
  const objects = toObjects(input, deploys)
  const [flags, audit, rollouts, helm, gitops] = await Promise.all([
    reader.read(featureFlagsList, { changed_since: times.from, limit: 500 }),
    reader.read(cloudAuditEventsSearch, { ...times, limit: 500 }),
    objects.namespace === null
      ? spareOf(reader, k8sRolloutsHistory, 'no namespace is named or told by a deploy')
      : reader.read(k8sRolloutsHistory, { namespace: objects.namespace, name: objects.workload, limit: 50 }),
    objects.release === null || objects.namespace === null
      ? spareOf(reader, helmReleasesHistory, 'no release is named or told by a deploy')
      : reader.read(helmReleasesHistory, {
          namespace: objects.namespace,
          release: objects.release,
          limit: 50,
        }),
    objects.app === null
      ? spareOf(reader, gitopsAppsHistory, 'no application is named or told by a deploy')
      : reader.read(gitopsAppsHistory, { app: objects.app, limit: 50 }),
  ])
  const workload = { ns: objects.namespace ?? '', name: objects.workload, span }
  return {
    reads: [flags, audit, rollouts, helm, gitops],
    changes: [
      ...toFlagChanges(flags, span),
      ...toAuditChanges(audit, span),
      ...(rollouts === null ? [] : toRolloutChanges(rollouts, workload)),
      ...(helm === null ? [] : toHelmChanges(helm, span)),
      ...(gitops === null ? [] : toGitopsChanges(gitops, span)),
    ],
  }
}

// Commits between the two versions of the first suspect, where its deploy names repository and versions.
export async function readDiff(
  reader: Reader,
  { deploys, suspect }: Readonly<{ deploys: Deploys; suspect: Suspect | null }>,
) {
  const found = itemsOf(deploys, (value) => value.deploys).find(
    ({ item }) => suspect !== null && item.version === suspect.change.to && isNamedAs(item, suspect.change),
  )
  const { repository, version, previous_version } = found?.item ?? {}
  if (found === undefined || !repository || !version || !previous_version || version === previous_version) {
    reader.spare(scmCompare, 'no suspect names a repository and two versions')
    return null
  }
  const read = await reader.read(scmCompare, { repo: repository, base: previous_version, head: version })
  const [view] = read.views
  if (view === undefined) return null
  const { commits, files, commits_total, files_total, url } = view.value
  return {
    version,
    summary: {
      commits: commits_total ?? (read.isWhole ? commits.length : { at_least: commits.length }),
      files: files_total ?? (read.isWhole ? files.length : { at_least: files.length }),
      first: commits.slice(0, 3).map((one) => one.message.slice(0, 120)),
      paths: files.slice(0, 5).map((one) => one.path),
      url,
      e: view.cite(),
    },
  }
}

function spareOf(reader: Reader, operation: Parameters<Reader['spare']>[0], because: string): null {
  reader.spare(operation, because)
  return null
}

// The objects that histories are kept for, from the caller's words, else from deploys of the service.
function toObjects({ service, namespace, workload, release, app }: Names, deploys: Deploys) {
  const own = itemsOf(deploys, (value) => value.deploys)
    .map(({ item }) => item)
    .filter((item) => item.service === service || item.workload === (workload ?? service))
  const helm = own.find((item) => item.kind === 'release')
  const sync = own.find((item) => item.kind === 'sync')
  return {
    namespace: namespace ?? own.find((item) => item.namespace !== null)?.namespace ?? null,
    workload: workload ?? own.find((item) => item.workload !== null)?.workload ?? service,
    release: release ?? helm?.workload ?? helm?.service ?? null,
    app: app ?? sync?.service ?? sync?.workload ?? null,
  }
}

function isNamedAs(
  item: Readonly<{ service: string | null; workload: string | null }>,
  { where }: Change,
): boolean {
  return (
    (where.service !== null && where.service === item.service) ||
    (where.workload !== null && where.workload === item.workload)
  )
}
