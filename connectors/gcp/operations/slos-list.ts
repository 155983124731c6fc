import { SourceError } from '@vedette/proto/connector'
import { slosList } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import { createNotes, serveList } from '../reading.ts'
import { measure, readSloServices, readSlos, toSlo } from '../slos.ts'
import { lastOf, names } from '../values.ts'

const MAX_SERVICES = 50
const MAX_SLOS = 40

// Objectives of every service with what each reached. A service whose objectives could not be read is a gap, and so is
// whatever lies beyond forty objectives: each is measured by questions of its own.
export const serveSlosList = serveList(slosList, {
  async read(reader, { service, tag, state }) {
    const notes = createNotes(reader)
    const services = await readSloServices(reader)
    const wanted = services.paged.items.filter(
      (one) => names(one.name, service) || one.displayName === service,
    )
    const gaps: Part[] = [...services.gaps]
    const found = []
    for (const one of wanted.slice(0, MAX_SERVICES)) {
      try {
        const list = await readSlos(reader, one.name)
        if (list.paged.stop === 'failed') throw list.paged.error
        gaps.push(...list.gaps)
        found.push(...list.paged.items.map((slo) => ({ slo, service: one.displayName ?? lastOf(one.name) })))
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        gaps.push({
          scope: { ...reader.scope, service: lastOf(one.name) },
          state: error.state,
          ...error.carried,
        })
      }
    }
    const tagged = found.filter(({ slo }) => hasPair(slo.userLabels, tag))
    const rows = []
    for (const one of tagged.slice(0, MAX_SLOS))
      rows.push(toSlo(one.slo, one.service, await measure(reader, one.slo, notes)))
    const items = rows.filter((row) => state === undefined || row.state === state)
    const isCut = wanted.length > MAX_SERVICES || tagged.length > MAX_SLOS
    const paged = isCut ? ({ items, stop: 'cap', cap: 'rows' } as const) : { ...services.paged, items }
    return { paged, gaps, notes: notes.parts() }
  },
  keyOf: (row) => [row.service ?? '', row.name, row.id],
  toValue: ({ rows, total }) => ({ slos: [...rows], total }),
})

function hasPair(tags: Readonly<Record<string, string>>, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const at = wanted.indexOf(':')
  return at === -1 ? Object.hasOwn(tags, wanted) : tags[wanted.slice(0, at)] === wanted.slice(at + 1)
}
