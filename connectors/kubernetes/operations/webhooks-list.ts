import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { k8sWebhooksList } from '@vedette/proto/operations'
import type { KubernetesClient } from '../client.ts'
import { toListReading } from '../fold.ts'
import { hasAt, type Json, listAt, nameAt, numberAt, textAt, textsAt } from '../objects.ts'
import { readKinds, toRows } from '../read.ts'
import { RESOURCES, type Resource } from '../resources.ts'
import { toCreatedAt, toSelectorText } from '../rows/metadata.ts'

// Validating and mutating webhooks, one row a webhook; each kind is a part.
export const serveWebhooksList = serve(k8sWebhooksList, async (client: KubernetesClient, input, context) => {
  const kinds = [
    ...(input.kind === 'mutating' ? [] : [RESOURCES.validating]),
    ...(input.kind === 'validating' ? [] : [RESOURCES.mutating]),
  ]
  const read = await readKinds(
    client,
    kinds.map((resource) => ({ resource, context })),
    toWebhooks,
  )
  const all = toRows(read)
  const { rows, total, cursor } = sliceByKey(all, (row) => [row.kind, row.configuration, row.name], input)
  return toListReading(
    { webhooks: [...rows] },
    {
      read,
      matching: (some) => some.length,
      page: { shown: rows.length, total, ...(cursor === undefined ? {} : { cursor }) },
      context,
      tool: 'k8s_webhooks_list',
      args: input,
    },
  )
})

function toWebhooks(object: Json, resource: Resource) {
  return listAt(object, 'webhooks').map((one) => ({
    kind: resource === RESOURCES.validating ? ('validating' as const) : ('mutating' as const),
    configuration: nameAt(object, 'metadata.name'),
    name: nameAt(one, 'name'),
    failure_policy: textAt(one, 'failurePolicy') ?? 'Fail',
    timeout_seconds: numberAt(one, 'timeoutSeconds') ?? 10,
    target: toTarget(one),
    rules: listAt(one, 'rules').map(
      (rule) =>
        `${textsAt(rule, 'operations').join(',')} on ${textsAt(rule, 'apiGroups').join(',')}/${textsAt(rule, 'resources').join(',')}`,
    ),
    namespace_selector: toSelectorText(one, 'namespaceSelector'),
    created_at: toCreatedAt(object),
  }))
}

// Where requests are sent: of a URL only the host, for its path may hold a key.
function toTarget(webhook: Json): string {
  if (!hasAt(webhook, 'clientConfig.service'))
    return URL.parse(textAt(webhook, 'clientConfig.url') ?? '')?.host ?? '?'
  const port = numberAt(webhook, 'clientConfig.service.port') ?? 443
  return `${nameAt(webhook, 'clientConfig.service.namespace')}/${nameAt(webhook, 'clientConfig.service.name')}:${port}`
}
