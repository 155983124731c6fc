import { join } from 'node:path'

/** The repository's root folder, as a full path without an ending slash. */
export const ROOT = join(import.meta.dirname, '..', '..')
