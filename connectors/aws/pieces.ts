import { together, toRfc3339 } from '@vedette/connectors/kit'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import type { Part, Proof } from '@vedette/proto/visibility'
import type { Reader, Session } from './connect.ts'

// What one region gave to an answer that is not a list of rows: how much, what cut it, and what nothing proves.
export type Piece<P> = Readonly<{
  piece: P
  items: number
  cut?: 'rows' | 'page' | 'by_source'
  proof?: Proof
  unproven?: string
  notes?: readonly Part[]
}>

export type Pieces<P> = Readonly<{ pieces: readonly P[]; parts: readonly Part[]; whole: boolean }>

// Reads every region side by side. A region that fails is a part of its own; what a single one throws is thrown.
export async function readPieces<P>(
  session: Session,
  { context, where }: Readonly<{ context: CallContext; where?: 'global' }>,
  read: (reader: Reader) => Promise<Piece<P>>,
): Promise<Pieces<P>> {
  const readers =
    where === 'global' ? [session.global()] : session.regions.map((region) => session.at(region))
  const all = await together(
    readers.map(async (reader) => {
      try {
        return { reader, piece: await read(reader) }
      } catch (error) {
        if (error instanceof SourceError && readers.length > 1) return { reader, error }
        throw error
      }
    }),
  )
  const as_of = toRfc3339(context.clock.now())
  const parts = all.flatMap((one) => toParts(one, as_of))
  return {
    pieces: all.flatMap((one) => ('piece' in one && one.piece !== undefined ? [one.piece.piece] : [])),
    parts,
    whole: parts.every((part) => part.state === 'read' || part.state === 'empty'),
  }
}

type Told<P> = Readonly<{ reader: Reader; piece?: Piece<P>; error?: SourceError }>

function toParts<P>({ reader: { scope }, piece, error }: Told<P>, as_of: string): readonly Part[] {
  if (error !== undefined) return [{ scope, state: error.state, ...error.carried }]
  if (piece === undefined) return []
  const { items, cut, proof, unproven, notes = [] } = piece
  if (cut !== undefined) return [{ scope, state: 'truncated', cap: cut, at_least: items, as_of }, ...notes]
  if (items > 0) return [{ scope, state: 'read', items, as_of }, ...notes]
  if (proof !== undefined) return [{ scope, state: 'empty', items: 0, as_of, proof }, ...notes]
  return [{ scope, state: 'unproven', items: 0, as_of, why: unproven ?? 'no_proof' }, ...notes]
}

// The words of an answer that gives fewer rows than were read: what was read of each region is now at least so much.
export function cutParts(parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => {
    if (part.state !== 'read') return part
    const { scope, items = 0, as_of = '' } = part
    return { scope, state: 'truncated', cap: 'rows', at_least: items, as_of }
  })
}
