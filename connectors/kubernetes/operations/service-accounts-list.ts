import { k8sServiceAccountsList } from '@vedette/proto/operations'
import { listAt, textAt, triAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { annotationOf, toCreatedAt, toName } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

const CLOUD_IDENTITIES = [
  'eks.amazonaws.com/role-arn',
  'iam.gke.io/gcp-service-account',
  'azure.workload.identity/client-id',
]

// Service accounts of a cluster; of secrets only the names.
export const serveServiceAccountsList = serveList(k8sServiceAccountsList, {
  resource: RESOURCES.serviceaccounts,
  toRow: (object) => ({
    ...toName(object),
    cloud_identity:
      CLOUD_IDENTITIES.map((key) => annotationOf(object, key)).find((one) => one !== null) ?? null,
    automount: triAt(object, 'automountServiceAccountToken'),
    secrets: listAt(object, 'secrets').flatMap((one) => textAt(one, 'name') ?? []),
    image_pull_secrets: listAt(object, 'imagePullSecrets').flatMap((one) => textAt(one, 'name') ?? []),
    created_at: toCreatedAt(object),
  }),
  toValue: (service_accounts) => ({ service_accounts }),
})
