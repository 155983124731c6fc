import { sideBySide } from '@vedette/connectors/kit'
import { cloudLoadBalancersList } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import {
  type Balancer,
  keepStop,
  readBalancers,
  readBalancerTags,
  readClassics,
  readListeners,
  toBalancerRow,
  toClassicRow,
} from '../load-balancers.ts'
import { checkWhole, createNotes, joinPaged, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag, texts } from '../values.ts'

// Load balancers of every kind, with their listeners. A filter by tag needs the tags, so it fails where they do.
export const serveLoadBalancersList = serveList(cloudLoadBalancersList, {
  async read(reader, input) {
    const notes = createNotes(reader)
    const modern = await readBalancers(reader)
    const classics = await readClassics(reader)
    const arns = texts(modern.items.map((one) => one.LoadBalancerArn))
    const reading = readBalancerTags(reader, arns)
    const tags = input.tag === undefined ? await notes.seek(reading) : await reading
    const rows = await sideBySide(modern.items, 6, async (one) => ({
      ...toBalancerRow(reader, one, tags === null ? null : (tags.get(one.LoadBalancerArn ?? '') ?? {})),
      zones: texts((one.AvailabilityZones ?? []).map((it) => it.ZoneName)),
      listeners: await notes.seek(listListeners(reader, one)),
    }))
    const old = mapPaged(classics, (all) =>
      all.map((one) => ({
        ...toClassicRow(reader, one),
        zones: texts(one.AvailabilityZones),
        listeners: (one.ListenerDescriptions ?? []).map(({ Listener }) => ({
          protocol: Listener?.Protocol ?? 'unknown',
          port: Listener?.LoadBalancerPort ?? null,
        })),
      })),
    )
    const paged = mapPaged(joinPaged(keepStop(modern, rows), old), (all) =>
      all
        .filter((row) => input.network === undefined || row.network === input.network)
        .filter((row) => input.exposure === undefined || row.exposure === input.exposure)
        .filter((row) => hasTag(row.tags ?? {}, input.tag)),
    )
    return { paged, notes: notes.parts() }
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ load_balancers: [...rows], total }),
})

async function listListeners(reader: Reader, one: Balancer) {
  const paged = await readListeners(reader, one.LoadBalancerArn ?? '')
  checkWhole(paged)
  return paged.items.map((it) => ({ protocol: it.Protocol ?? 'unknown', port: it.Port ?? null }))
}
