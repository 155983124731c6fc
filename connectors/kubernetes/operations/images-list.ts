import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { k8sImagesList } from '@vedette/proto/operations'
import type { KubernetesClient } from '../client.ts'
import { toListReading } from '../fold.ts'
import { type Json, listAt, nameAt, textAt } from '../objects.ts'
import { readSlices, toRows } from '../read.ts'
import { RESOURCES } from '../resources.ts'
import { toName, toOwner } from '../rows/metadata.ts'
import { checkLabelSelector } from '../selectors.ts'

const MOST_WORKLOADS = 20
const CANNOT_PULL = /^(?:ErrImagePull|ImagePullBackOff|InvalidImageName|ErrImageNeverPull)$/
const DIGEST = /@?(sha256:[0-9a-f]{64})$/

// Images that pods run, counted over every pod that was read.
export const serveImagesList = serve(k8sImagesList, async (client: KubernetesClient, input, context) => {
  const labelSelector = checkLabelSelector(input.label_selector)
  const ask = { resource: RESOURCES.pods, namespace: input.namespace, labelSelector, context }
  const read = await readSlices(client, ask, toRow)
  const images = [...Map.groupBy(toRows(read), (row) => row.image)].map(([image, rows]) =>
    toImage(image, rows),
  )
  const { rows, total, cursor } = sliceByKey(images, (row) => [-row.pods, row.image], input)
  return toListReading(
    { images: [...rows] },
    {
      read,
      matching: (some) => new Set(some.map((row) => row.image)).size,
      page: { shown: rows.length, total, ...(cursor === undefined ? {} : { cursor }) },
      context,
      tool: 'k8s_images_list',
      args: input,
    },
  )
})

type Use = ReturnType<typeof toRow>[number]

// One row a container of a pod.
function toRow(pod: Json) {
  const { namespace, name } = toName(pod)
  const owner = toOwner(pod)
  const workload = owner === null ? `${namespace}/Pod/${name}` : `${namespace}/${owner.kind}/${owner.name}`
  const statuses = ['status.initContainerStatuses', 'status.containerStatuses'].flatMap((path) =>
    listAt(pod, path),
  )
  const known = new Map(statuses.map((one) => [nameAt(one, 'name'), one]))
  return ['spec.initContainers', 'spec.containers'].flatMap((path) =>
    listAt(pod, path).map((one) => {
      const status = known.get(nameAt(one, 'name')) ?? {}
      return {
        image: textAt(one, 'image') ?? '',
        digest: DIGEST.exec(textAt(status, 'imageID') ?? '')?.[1],
        pod: `${namespace}/${name}`,
        namespace,
        workload,
        failing: CANNOT_PULL.test(textAt(status, 'state.waiting.reason') ?? ''),
      }
    }),
  )
}

function toImage(image: string, rows: readonly Use[]) {
  const distinct = (pick: (row: Use) => string) => [...new Set(rows.map(pick))].sort()
  return {
    image,
    digests: [...new Set(rows.flatMap((row) => row.digest ?? []))].sort(),
    pods: distinct((row) => row.pod).length,
    namespaces: distinct((row) => row.namespace),
    workloads: distinct((row) => row.workload).slice(0, MOST_WORKLOADS),
    failing: rows.filter((row) => row.failing).length,
  }
}
