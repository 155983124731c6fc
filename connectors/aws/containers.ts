import { sideBySide } from '@vedette/connectors/kit'
import { chunks } from './chunks.ts'
import type { Output } from './client.ts'
import type { Reader } from './connect.ts'
import { orAbsent } from './errors.ts'
import { checkWhole, collect } from './pages.ts'
import { lastOf, need } from './values.ts'

export type Service = NonNullable<Output<'ecs', 'describeServices'>['services']>[number]

// ECS describes ten services at once.
const AT_ONCE = 10

// ARNs of the container clusters of a region, or of the one that is named.
export async function readEcsClusters(
  reader: Reader,
  cluster: string | undefined,
): Promise<readonly string[]> {
  const paged = await collect(async (nextToken) => {
    const said = await reader.call('ecs', 'listClusters', nextToken === undefined ? {} : { nextToken })
    return { items: said.clusterArns, next: said.nextToken }
  })
  checkWhole(paged)
  return paged.items.filter((arn) => cluster === undefined || arn === cluster || lastOf(arn) === cluster)
}

// Every service of one cluster.
export async function readServices(reader: Reader, cluster: string): Promise<readonly Service[]> {
  const paged = await collect(async (nextToken) => {
    const said = await reader.call('ecs', 'listServices', {
      cluster,
      maxResults: 100,
      ...(nextToken === undefined ? {} : { nextToken }),
    })
    return { items: said.serviceArns, next: said.nextToken }
  })
  checkWhole(paged)
  const some = await sideBySide(chunks(paged.items, AT_ONCE), 4, (services) =>
    describe(reader, cluster, services),
  )
  return some.flat()
}

async function describe(
  reader: Reader,
  cluster: string,
  services: readonly string[],
): Promise<readonly Service[]> {
  const said = await reader.call('ecs', 'describeServices', {
    cluster,
    services: [...services],
    include: ['TAGS'],
  })
  return need(said.services)
}

export type FoundService = Readonly<{ cluster: string; service: Service }>

// Services of this name or ARN in the clusters of a region.
export async function findServices(
  reader: Reader,
  { service, cluster }: Readonly<{ service: string; cluster?: string | undefined }>,
): Promise<readonly FoundService[]> {
  if (service.startsWith('arn:') && service.split(':')[3] !== reader.region) return []
  const clusters = await readEcsClusters(reader, cluster)
  const found = await sideBySide(clusters, 4, async (arn) => {
    const own = await orAbsent(describe(reader, arn, [lastOf(service)]), [])
    return own.map((one) => ({ cluster: arn, service: one }))
  })
  return found.flat().filter((one) => !service.startsWith('arn:') || one.service.serviceArn === service)
}
