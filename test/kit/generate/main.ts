import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../root.ts'
import { generate as generateCatalogue } from './catalogue.ts'
import { generate as generateHelm } from './helm.ts'
import { generate as generateManifests } from './manifests.ts'
import { generate as generatePlugin } from './plugin.ts'
import { generate as generateReadmes } from './readmes.ts'
import { generate as generateReference } from './reference.ts'
import { generate as generateRootReadme } from './root-readme.ts'
import { generate as generateTools } from './tools.ts'

// Every generator of files that are checked in; adding one adds its line here.
const GENERATORS = [
  generateCatalogue,
  generateHelm,
  generatePlugin,
  generateReadmes,
  generateReference,
  generateRootReadme,
  generateTools,
]

// Those that are made of what the others have written.
const LATER = [generateManifests]

for (const stage of [GENERATORS, LATER]) {
  const files = await Promise.all(stage.map((generate) => generate()))
  for (const { path, text } of files.flat()) {
    const file = join(ROOT, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(path)
  }
}
