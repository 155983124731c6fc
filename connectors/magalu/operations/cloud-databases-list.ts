import { cloudDatabasesList } from '@vedette/proto/operations'
import { readDatabases, toDatabase } from '../databases.ts'
import { serveList } from '../reading.ts'

// Managed databases: instances, clusters and replicas. They carry no labels.
export const serveCloudDatabasesList = serveList(cloudDatabasesList, {
  async read(site, { engine, tag }) {
    const { databases, paged } = await readDatabases(site)
    const rows = databases
      .map((one) => toDatabase(site, one))
      .filter(
        (one) =>
          tag === undefined &&
          (engine === undefined || one.engine.toLowerCase().startsWith(engine.toLowerCase())),
      )
    // An engine that is not in the list of engines is told by its id alone.
    const isUnsure = engine !== undefined && databases.some(({ version }) => version === null)
    return {
      rows,
      paged,
      unproven: tag !== undefined ? 'databases_have_no_labels' : isUnsure ? 'engines_not_told' : undefined,
    }
  },
  keyOf: (row) => [row.region ?? '', row.name ?? '', row.id],
  toValue: ({ rows, total }) => ({ databases: rows, total }),
})
