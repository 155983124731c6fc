import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Incident } from './incident.ts'

const FOLDER = join(import.meta.dirname, 'testdata')

/** Every incident that is kept, in the order of their names. */
export function readIncidents(): readonly Incident[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name): Incident => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')))
}

/** Writes the incidents, one file each. */
export function writeIncidents(incidents: readonly Incident[]): void {
  mkdirSync(FOLDER, { recursive: true })
  for (const incident of incidents)
    writeFileSync(join(FOLDER, `${incident.id}.json`), `${JSON.stringify(incident)}\n`)
}
