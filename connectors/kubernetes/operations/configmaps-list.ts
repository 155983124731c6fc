import { k8sConfigmapsList } from '@vedette/proto/operations'
import { flagAt, listAt, mapAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toCreatedAt, toName } from '../rows/metadata.ts'
import { serveList } from '../serve-list.ts'

// Config maps with their keys and sizes; values are dropped as soon as they are measured.
export const serveConfigmapsList = serveList(k8sConfigmapsList, {
  resource: RESOURCES.configmaps,
  toRow: (object) => {
    const entries = [...Object.entries(mapAt(object, 'data')), ...Object.entries(mapAt(object, 'binaryData'))]
    const changes = listAt(object, 'metadata.managedFields').flatMap((one) => textAt(one, 'time') ?? [])
    return {
      ...toName(object),
      keys: entries.map(([key]) => key).sort(),
      bytes: entries.reduce((sum, [, value]) => sum + Buffer.byteLength(value), 0),
      immutable: flagAt(object, 'immutable'),
      changed_at: changes.sort().at(-1) ?? null,
      created_at: toCreatedAt(object),
    }
  },
  toValue: (configmaps) => ({ configmaps }),
})
