import type { Scope } from '@vedette/proto/visibility'
import { z } from 'zod'
import { type Collected, collect, mapRows } from './answers.ts'
import { type Project, parseProject, type Reader } from './client.ts'

// Stands for the projects that nobody can list: a question to all of them is never answered in full.
export const UNLISTED: Scope = Object.freeze({
  account: 'projects-not-enumerated',
  universe: 'not_enumerated',
})

// Every project that the credential may see; others may exist.
export async function searchProjects(reader: Reader): Promise<Collected<Project>> {
  const list = await collect(reader, {
    service: 'projects',
    path: [{ of: 'projects', verb: 'search' }],
    field: 'projects',
    row: z.unknown(),
    size: ['pageSize', 500],
    needs: 'resourcemanager.projects.get',
  })
  return mapRows(list, (all) => all.map(parseProject))
}
