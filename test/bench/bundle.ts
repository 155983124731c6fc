import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@vedette/test/kit'
import { bundlePart } from '../../images/bundle.ts'

const NAMES = { agent: 'agent', controlPlane: 'control-plane' } as const

/** Bundles a part as its image carries it, into `folder`; returns the file to start. */
export async function bundle(what: keyof typeof NAMES, folder: string): Promise<string> {
  const root = join(folder, NAMES[what])
  mkdirSync(root, { recursive: true })
  if (what === 'controlPlane') symlinkSync(join(ROOT, 'control-plane', 'web'), join(root, 'web'))
  return bundlePart(NAMES[what], join(root, 'dist', 'main'))
}
