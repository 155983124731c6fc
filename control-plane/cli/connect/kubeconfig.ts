import { parse } from 'yaml'
import { readText } from '../up/data-dir.ts'

// The contexts of a kubeconfig that a person named, and which is current; null when it cannot be read as one.
export function readContexts(
  file: string,
): Readonly<{ names: readonly string[]; current: string | null }> | null {
  try {
    const value: unknown = parse(readText(file) ?? '', { maxAliasCount: 100 })
    const { contexts, 'current-context': current } = Object(value)
    if (!Array.isArray(contexts)) return null
    const names = contexts.map((one) => Object(one).name).filter((name) => typeof name === 'string')
    return { names, current: typeof current === 'string' && names.includes(current) ? current : null }
  } catch {
    return null
  }
}
