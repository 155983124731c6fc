import { together } from '@vedette/connectors/kit'
import { cloudDatabasesList } from '@vedette/proto/operations'
import { readDbClusters, readDbInstances, toClusterRow, toInstanceRow } from '../databases.ts'
import { joinPaged, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag, holds } from '../values.ts'

// RDS instances and clusters; DocumentDB and Neptune answer the same calls. DynamoDB and Redshift are not among them.
export const serveDatabasesList = serveList(cloudDatabasesList, {
  async read(reader, input) {
    const [instances, clusters] = await together([readDbInstances(reader), readDbClusters(reader)])
    const both = joinPaged(
      mapPaged(instances, (all) => all.map((one) => toInstanceRow(reader, one))),
      mapPaged(clusters, (all) => all.map((one) => toClusterRow(reader, one))),
    )
    return mapPaged(both, (all) =>
      all.filter((row) => holds(row.engine, input.engine) && hasTag(row.tags ?? {}, input.tag)),
    )
  },
  keyOf: (row) => [row.region ?? '', row.id, row.role],
  toValue: ({ rows, total }) => ({ databases: [...rows], total }),
})
