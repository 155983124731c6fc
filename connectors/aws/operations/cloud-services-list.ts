import { sideBySide } from '@vedette/connectors/kit'
import { cloudServicesList } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { readEcsClusters, readServices, type Service } from '../containers.ts'
import { createNotes, wholeList } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag, lastOf, need, placeOf, texts, told, toTags, toTime, toWord } from '../values.ts'

const ROLLOUTS = Object.freeze({
  COMPLETED: 'completed',
  IN_PROGRESS: 'in_progress',
  FAILED: 'failed',
} as const)

// ECS services of every cluster, with the image that each runs.
export const serveServicesList = serveList(cloudServicesList, {
  async read(reader, input) {
    const notes = createNotes(reader)
    const clusters = await readEcsClusters(reader, input.cluster)
    const all = (await sideBySide(clusters, 3, (cluster) => readServices(reader, cluster))).flat()
    const tagged = all.filter((one) => hasTag(tagsOf(one), input.tag))
    const definitions = [...new Set(texts(tagged.map((one) => one.taskDefinition)))]
    const images = new Map(
      await sideBySide(
        definitions,
        6,
        async (arn) => [arn, await notes.seek(readImage(reader, arn))] as const,
      ),
    )
    const rows = tagged.map((one) => toRow(reader, one, images.get(one.taskDefinition ?? '') ?? null))
    const unproven =
      input.cluster !== undefined && clusters.length === 0 ? { unproven: 'cluster_not_found' } : {}
    return { paged: wholeList(rows), notes: notes.parts(), ...unproven }
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ services: [...rows], total }),
})

async function readImage(reader: Reader, taskDefinition: string): Promise<string | null> {
  const said = await reader.call('ecs', 'describeTaskDefinition', { taskDefinition })
  const containers = need(said.taskDefinition?.containerDefinitions)
  return (containers.find((one) => one.essential !== false) ?? containers[0])?.image ?? null
}

function toRow(reader: Reader, one: Service, image: string | null) {
  const primary = (one.deployments ?? []).find((it) => it.status === 'PRIMARY')
  return {
    id: one.serviceArn ?? '',
    name: one.serviceName ?? null,
    ...placeOf(reader),
    tags: tagsOf(one),
    platform: 'ecs' as const,
    cluster: one.clusterArn === undefined ? null : lastOf(one.clusterArn),
    state: one.status ?? null,
    desired: one.desiredCount ?? null,
    running: one.runningCount ?? null,
    pending: one.pendingCount ?? null,
    revision: one.taskDefinition === undefined ? null : (one.taskDefinition.split('/').at(-1) ?? null),
    image,
    rollout: toWord(ROLLOUTS, primary?.rolloutState),
    rollout_reason: told(primary?.rolloutStateReason),
    url: null,
    deployed_at: toTime(primary?.createdAt),
  }
}

function tagsOf(one: Service): Record<string, string> {
  return toTags((one.tags ?? []).map((tag) => ({ Key: tag.key, Value: tag.value })))
}
