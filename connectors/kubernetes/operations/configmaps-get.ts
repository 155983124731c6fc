import { ArgumentError } from '@vedette/proto/connector'
import { k8sConfigmapsGet } from '@vedette/proto/operations'
import { type Json, mapAt, nameAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toName } from '../rows/metadata.ts'
import { serveGet } from '../serve-get.ts'

const MOST_BYTES = 64 * 1024

// The values of one config map, each cut at 64 KiB; binary ones are only measured.
export const serveConfigmapsGet = serveGet(k8sConfigmapsGet, {
  resource: RESOURCES.configmaps,
  toValue: (object, input) => ({
    ...toName(object),
    resource_version: nameAt(object, 'metadata.resourceVersion'),
    values: toValues(object, input.keys),
  }),
})

function toValues(object: Json, keys: readonly string[] | undefined) {
  const texts = mapAt(object, 'data')
  const binaries = mapAt(object, 'binaryData')
  const all = [...Object.keys(texts), ...Object.keys(binaries)].sort()
  const unknown = keys?.find((key) => !all.includes(key))
  if (unknown !== undefined) {
    throw new ArgumentError({
      code: 'not_found',
      field: 'keys',
      message: `the config map has no key ${unknown}`,
      fix: all.length === 0 ? 'leave keys out: it has none' : `use some of ${all.slice(0, 20).join(', ')}`,
    })
  }
  return (keys ?? all).map((key) => {
    const text = texts[key]
    if (text === undefined) {
      const bytes = Buffer.byteLength(binaries[key] ?? '', 'base64')
      return { key, bytes, binary: true, cut: false, text: null }
    }
    const bytes = Buffer.from(text)
    const isCut = bytes.length > MOST_BYTES
    const shown = isCut ? new TextDecoder().decode(bytes.subarray(0, MOST_BYTES)) : text
    return { key, bytes: bytes.length, binary: false, cut: isCut, text: shown }
  })
}
