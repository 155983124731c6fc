import { baseUrlField, complete, type ConnectContext, type Connector, defineConnector, secretField, serve, SourceError } from '@vedette/proto/connector'
import { hostDisksList } from '@vedette/proto/operations'
import { z } from 'zod'
import { createHttpClient, probeWith, readPages, toPagedReading, toRfc3339 } from '../../../index.ts'

const configSchema = z.strictObject({ url: baseUrlField('Where the shelf is'), token: secretField('Its token') })
const pageSchema = z.object({ disks: z.array(z.unknown()), next: z.string().optional() })

function connectShelf(config: z.output<typeof configSchema>, context: ConnectContext) {
  return {
    token: () => context.readSecret(config.token),
    http: createHttpClient({
      baseUrl: config.url,
      name: context.instance,
      headers: async () => ({ authorization: `Bearer ${await context.readSecret(config.token)}` }),
    }),
  }
}

// A made-up vendor that the suite is tried on; `fault` plants one dishonesty.
export function createShelf(fault?: 'swallows_errors' | 'drops_pages' | 'says_secret' | 'open_config'): Connector {
  return defineConnector<z.output<typeof configSchema>, ReturnType<typeof connectShelf>>({
    id: 'shelf',
    title: 'Shelf',
    config: fault === 'open_config' ? z.looseObject(configSchema.shape) : configSchema,
    connect: connectShelf,
    probe: (client, context) =>
      probeWith(async () => {
        await client.http.get({ path: ['whoami'], context })
        return { health: 'up', scopes: [{ host: 'shelf-1' }] }
      }),
    operations: [
      serve(hostDisksList, async (client, _input, context) => {
        const as_of = toRfc3339(context.clock.now())
        const fetchPage = async (cursor?: string) => {
          const query = cursor === undefined ? {} : { cursor }
          const { json } = await client.http.get({ path: ['disks'], query, context })
          const { disks, next } = pageSchema.parse(json)
          return { items: disks, ...(next === undefined ? {} : { next }) }
        }
        try {
          const paged = await readPages(fetchPage, { maxItems: 100 })
          if (fault === 'says_secret') console.error(`using ${await client.token()}`)
          const value = hostDisksList.output.parse({ disks: paged.items })
          if (fault === 'drops_pages') return complete(value, { items: value.disks.length, as_of })
          return toPagedReading(value, paged, { as_of, proof: 'enumerated' })
        } catch (error) {
          if (fault !== 'swallows_errors' || !(error instanceof SourceError)) throw error
          return complete({ disks: [] }, { items: 0, as_of, proof: 'enumerated' })
        }
      }),
    ],
    close: async (client) => client.http.close(),
  })
}
