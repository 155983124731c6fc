import { k8sCronjobsList } from '@vedette/proto/operations'
import { flagAt, listAt, nameAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toImages } from '../rows/container.ts'
import { toCreatedAt, toName } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

// Cron jobs of a cluster.
export const serveCronjobsList = serveList(k8sCronjobsList, {
  resource: RESOURCES.cronjobs,
  toRow: (object) => ({
    ...toName(object),
    schedule: nameAt(object, 'spec.schedule'),
    time_zone: textAt(object, 'spec.timeZone'),
    suspended: flagAt(object, 'spec.suspend'),
    concurrency: textAt(object, 'spec.concurrencyPolicy'),
    active: listAt(object, 'status.active').map((one) => nameAt(one, 'name')),
    last_scheduled_at: textAt(object, 'status.lastScheduleTime'),
    last_succeeded_at: textAt(object, 'status.lastSuccessfulTime'),
    images: toImages(object, 'spec.jobTemplate.spec.template.spec.containers'),
    created_at: toCreatedAt(object),
  }),
  toValue: (cronjobs) => ({ cronjobs }),
})
