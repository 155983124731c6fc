import { access } from 'node:fs/promises'
import { sliceByKey, toSliceReading } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { hostServicesList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { HostClient } from '../client.ts'
import { readOutput } from '../command.ts'
import { toHostError } from '../errors.ts'
import { isAbsent, toPath } from '../files.ts'
import { serveLocal } from './serve-local.ts'

const ARGS = ['list-units', '--type=service', '--all', '--full', '--no-pager', '--output=json'] as const

const unitsSchema = z.array(
  z.object({
    unit: z.string(),
    load: z.string(),
    active: z.string(),
    sub: z.string(),
    description: z.string(),
  }),
)

// Serves host.services.list by systemd; a host without it is `not_served`, never an empty list.
export const servicesList = serveLocal(hostServicesList, async ({ client, input, signal, scope, as_of }) => {
  await requireManager(client)
  const { ports, root } = client
  const missing = "reach systemd's system bus"
  const text = await readOutput({ ports, root, file: 'systemctl', args: ARGS, signal, missing })
  const services = parseUnits(text).filter((one) => input.state === undefined || one.state === input.state)
  const slice = sliceByKey(services, (one) => [one.name], input)
  return toSliceReading({ services: [...slice.rows] }, slice, { as_of, proof: 'enumerated', scope })
})

// systemd runs a machine exactly when this folder exists. In a container that runs its own, systemctl would speak
// of the container.
async function requireManager({ root, isLinux }: HostClient): Promise<void> {
  if (!isLinux || !(await hasSystemd(root)))
    throw new SourceError('not_served', { why: 'no_service_manager' })
  if (root !== '/' && (await hasSystemd('/')))
    throw new SourceError('not_served', { why: 'service_manager_of_container' })
}

async function hasSystemd(root: string): Promise<boolean> {
  try {
    await access(toPath(root, '/run/systemd/system'))
    return true
  } catch (error) {
    if (isAbsent(error)) return false
    throw toHostError(error, 'search /run/systemd')
  }
}

// Reads what systemctl prints as JSON. Throws `unusable` for anything else (releases before 246 know no JSON).
export function parseUnits(text: string) {
  try {
    return unitsSchema.parse(JSON.parse(text)).map((one) => ({
      name: one.unit,
      state: one.active,
      sub_state: one.sub,
      loaded: one.load,
      description: one.description,
    }))
  } catch {
    throw new SourceError('unusable', { why: 'unparseable' })
  }
}
