import type { Tool } from '../tools/types.ts'
import { type Composite, type CompositeParts, createCompositeTool } from './define-composite.ts'
import { productionHealth } from './production-health/index.ts'

export type { Composite, CompositeParts } from './define-composite.ts'

// Every composite, in the order of their names.
export const COMPOSITES: readonly Composite[] = Object.freeze([productionHealth])

// The composites as tools over one fleet.
export function createCompositeTools(parts: CompositeParts): readonly Tool[] {
  return Object.freeze(COMPOSITES.map((composite) => createCompositeTool(composite, parts)))
}
