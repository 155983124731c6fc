import type { Output } from './client.ts'
import type { Reader } from './connect.ts'
import { collect } from './pages.ts'
import { placeOf, type Tags } from './values.ts'

export type LambdaFunction = NonNullable<Output<'lambda', 'listFunctions'>['Functions']>[number]

const MIB = 1024 ** 2

// Functions of a region, to their end.
export function readFunctions(reader: Reader) {
  return collect<LambdaFunction>(async (Marker) => {
    const said = await reader.call('lambda', 'listFunctions', {
      MaxItems: 50,
      ...(Marker === undefined ? {} : { Marker }),
    })
    return { items: said.Functions, next: said.NextMarker }
  })
}

// One function as the catalogue says it; its variables' values are never taken.
export function toFunctionRow(reader: Reader, one: LambdaFunction, tags: Tags | null) {
  const at = Date.parse((one.LastModified ?? '').replace('+0000', 'Z'))
  return {
    id: one.FunctionArn ?? '',
    name: one.FunctionName ?? null,
    ...placeOf(reader),
    tags: tags === null ? null : { ...tags },
    runtime: one.Runtime ?? null,
    version: one.Version ?? null,
    state: one.State ?? null,
    memory_bytes: one.MemorySize === undefined ? null : one.MemorySize * MIB,
    timeout_s: one.Timeout ?? null,
    architecture: one.Architectures?.[0] ?? null,
    package:
      one.PackageType === 'Image'
        ? ('image' as const)
        : one.PackageType === 'Zip'
          ? ('archive' as const)
          : ('unknown' as const),
    modified_at: Number.isNaN(at) ? null : new Date(at).toISOString(),
  }
}
