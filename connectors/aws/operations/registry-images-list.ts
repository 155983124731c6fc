import { type RowKey, sliceByKey } from '@vedette/connectors/kit'
import { registryImagesList } from '@vedette/proto/operations'
import type { Output } from '../client.ts'
import type { Reader } from '../connect.ts'
import { orAbsent } from '../errors.ts'
import { checkWhole, collect } from '../pages.ts'
import { pageOf, serveFind } from '../reading.ts'
import { need, texts, toTime } from '../values.ts'

type Image = NonNullable<Output<'ecr', 'describeImages'>['imageDetails']>[number]

// Images of one ECR repository, newest first. A tag that is not there in a repository that is gives no image.
export const serveRegistryImagesList = serveFind(registryImagesList, {
  field: 'repository',
  async find(reader, input) {
    const repositoryName = input.repository
    const said = await orAbsent(
      reader.call('ecr', 'describeRepositories', { repositoryNames: [repositoryName] }),
      undefined,
    )
    const [repository] = said === undefined ? [] : need(said.repositories)
    if (repository === undefined) return undefined
    const all = await readImages(reader, repositoryName)
    const wanted = all.filter(
      (one) =>
        (input.tag === undefined || one.imageTags?.includes(input.tag) === true) &&
        (input.digest === undefined || one.imageDigest === input.digest),
    )
    const rows = wanted.map((one) => toRow(one, repository.repositoryUri))
    const slice = sliceByKey(
      rows,
      (row): RowKey => [-Date.parse(row.pushed_at ?? '') || 0, row.digest],
      input,
    )
    const value = { repository: repositoryName, images: [...slice.rows], total: slice.total }
    return { value, items: rows.length, page: pageOf(slice) }
  },
})

async function readImages(reader: Reader, repositoryName: string): Promise<readonly Image[]> {
  const paged = await collect<Image>(async (nextToken) => {
    const said = await reader.call('ecr', 'describeImages', {
      repositoryName,
      maxResults: 1000,
      ...(nextToken === undefined ? {} : { nextToken }),
    })
    return { items: said.imageDetails, next: said.nextToken }
  })
  checkWhole(paged)
  return paged.items
}

function toRow(one: Image, uri: string | undefined) {
  const counts = one.imageScanFindingsSummary?.findingSeverityCounts
  const digest = one.imageDigest ?? ''
  return {
    digest,
    tags: texts(one.imageTags),
    pushed_at: toTime(one.imagePushedAt),
    last_pulled_at: toTime(one.lastRecordedPullTime),
    size_bytes: one.imageSizeInBytes ?? null,
    platforms: null,
    // A severity that a finished scan does not list was not found.
    scan:
      counts === undefined
        ? null
        : {
            critical: counts.CRITICAL ?? 0,
            high: counts.HIGH ?? 0,
            scanned_at: toTime(one.imageScanFindingsSummary?.imageScanCompletedAt),
          },
    uri: uri === undefined ? null : `${uri}@${digest}`,
  }
}
