import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Carried, Part } from '@vedette/proto/visibility'
import type { Route } from './replay-server.ts'

// request.json: an operation with its input, or the probe; `now` is the clock's start in RFC 3339.
export type FixtureRequest = Readonly<{
  operation?: string
  probe?: true
  input?: Readonly<Record<string, unknown>>
  now?: string
}>

// expected.json: a reading, a probe's result, or the error that must come.
export type FixtureExpected =
  | Readonly<{
      value: unknown
      parts: readonly Part[]
      query?: string
      dialect?: string
      url?: string
      warnings?: readonly string[]
    }>
  | Readonly<{ probe: unknown }>
  | Readonly<{ error: Carried & Readonly<{ state: string }> }>
  | Readonly<{ argument_error: Readonly<{ code: string; field: string }> }>

export type Fixture = Readonly<{
  name: string
  folder: string
  request: FixtureRequest
  responses: readonly Route[]
  expected: FixtureExpected
}>

// Reads every case below `<folder>/fixtures`, in the order of names; responses.json may be left out.
export function loadFixtures(folder: string): readonly Fixture[] {
  const root = join(folder, 'fixtures')
  const names = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return names
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const at = join(root, name)
      return {
        name,
        folder: at,
        request: readJson<FixtureRequest>(join(at, 'request.json')),
        responses: existsSync(join(at, 'responses.json'))
          ? readJson<Route[]>(join(at, 'responses.json'))
          : [],
        expected: readJson<FixtureExpected>(join(at, 'expected.json')),
      }
    })
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T // a fixture is written by hand; the suite checks what it uses
}
