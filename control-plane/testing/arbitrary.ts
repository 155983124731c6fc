import fc from 'fast-check'
import { z } from 'zod'

const START = Date.UTC(2030, 0, 15, 12)

// Few names, so that rows of different operations speak of the same things.
const NAMES = [
  'checkout',
  'search',
  'payment',
  'shop',
  'eu-1',
  'node-1',
  'checkout-7d9f8b6c5',
  '2.4.0',
  'Deployment',
]
const TIME = /(^|_)(at|since|from|to|until)$|_at$|^(first|last)_seen|^not_(before|after)$/
const AT_MOST = 4

// Any value that a schema takes, small, with times near the present and names out of a few. Throws TypeError on a
// kind of schema that operations do not use.
export function arbitraryOf(schema: z.ZodType, name = ''): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>)
    const required = shape.filter(([, one]) => !(one instanceof z.ZodOptional)).map(([key]) => key)
    return fc.record(Object.fromEntries(shape.map(([key, one]) => [key, arbitraryOf(one, key)])), {
      requiredKeys: required,
    })
  }
  if (schema instanceof z.ZodArray)
    return fc.array(arbitraryOf(schema.element as z.ZodType, name), { maxLength: AT_MOST })
  if (schema instanceof z.ZodNullable)
    return fc.option(arbitraryOf(schema.unwrap() as z.ZodType, name), { nil: null })
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return arbitraryOf(schema.unwrap() as z.ZodType, name)
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...(schema.options as readonly string[]))
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodUnion)
    return fc.oneof(...schema.options.map((one) => arbitraryOf(one as z.ZodType, name)))
  if (schema instanceof z.ZodTuple)
    return fc.tuple(
      ...schema.def.items.map((one, index) => (index === 0 ? pointTime() : arbitraryOf(one as z.ZodType))),
    )
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(
      fc.constantFrom('service', 'namespace', 'cluster', 'team', 'job'),
      arbitraryOf(schema.valueType as z.ZodType),
    )
  if (schema instanceof z.ZodString) return TIME.test(name) ? time() : text()
  if (schema instanceof z.ZodNumber)
    return fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constantFrom(0, 1, 0.5, 100))
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  throw new TypeError(`no value is made for ${schema.constructor.name}`)
}

function time(): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: 2000 }).map((minutes) => new Date(START - minutes * 60_000).toISOString())
}

function pointTime(): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 400 }).map((minutes) => START - minutes * 60_000)
}

function text(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  )
}
