import { ArgumentError } from '@vedette/proto/connector'
import { registryImagesList } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'
import { maybeNumber, maybeTime, texts } from '../values.ts'

const image = z.object({
  name: z.string(),
  uri: z.string(),
  tags: texts,
  imageSizeBytes: maybeNumber,
  uploadTime: maybeTime,
})

// Images of one repository of Artifact Registry: LOCATION/REPOSITORY, or LOCATION/REPOSITORY/IMAGE for one of them.
export const serveRegistryImagesList = serveList(registryImagesList, {
  async read(reader, { repository, tag, digest }) {
    const [location, name, ...rest] = repository.split('/')
    if (location === undefined || name === undefined || !/^[a-z]+(?:-[a-z]+\d+)?$/.test(location))
      throw new ArgumentError({
        field: 'repository',
        message: 'repository does not say its location',
        fix: 'give LOCATION/REPOSITORY or LOCATION/REPOSITORY/IMAGE, such as europe-west1/apps/checkout',
      })
    const list = await collect(reader, {
      service: 'artifacts',
      path: ['projects', reader.project.id, 'locations', location, 'repositories', name, 'dockerImages'],
      field: 'dockerImages',
      row: image,
      size: ['pageSize', 1000],
      needs: 'artifactregistry.dockerimages.list',
    })
    const wanted = rest.length === 0 ? undefined : rest.join('/')
    return mapRows(list, (all) =>
      all
        .map((one) => ({ one, path: one.uri.split('/').slice(3).join('/').split('@') }))
        .filter(({ path }) => wanted === undefined || path[0] === wanted)
        .map(({ one, path }) => ({
          digest: path[1] ?? '',
          tags: one.tags,
          pushed_at: one.uploadTime,
          last_pulled_at: null,
          size_bytes: one.imageSizeBytes,
          platforms: null,
          scan: null,
          uri: one.uri,
        }))
        .filter(
          (row) =>
            (tag === undefined || row.tags.includes(tag)) && (digest === undefined || row.digest === digest),
        ),
    )
  },
  keyOf: (row) => [-Date.parse(row.pushed_at ?? '1970-01-01T00:00:00Z'), row.uri],
  toValue: ({ rows, total }, { repository }) => ({ repository, images: [...rows], total }),
})
