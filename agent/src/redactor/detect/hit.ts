// A span of a text that must not leave, the kind by its place in the table, and which rule found it.
export type Hit = Readonly<{ start: number; end: number; kind: number; rule: string }>

// Kinds that something around a text names, by their place in the table.
export type Near = ReadonlySet<number>
export const NEAR_NONE: Near = new Set()

// Which public addresses are replaced: all, those in prose but not those that are a field of their own, or none.
export type AddressPolicy = 'tag_all' | 'tag_in_text' | 'keep'
